import type { ComponentType } from 'react';
import { useStores, useView } from '@/state/context';
import type { DialogName } from '@/state/view-store';
import { lazily } from '@/ui/lazily';
import { PartFailedOver } from '@/ui/part-failed';
import type { AppDialogProps } from './app-dialog';

const dialog = (load: () => Promise<{ readonly default: ComponentType<AppDialogProps> }>) =>
  lazily(async () => (await load()).default, { Failed: PartFailedOver });

const dialogs: { readonly [K in DialogName]: ComponentType<AppDialogProps> } = {
  'broken-file': dialog(() => import('./broken-file-dialog')),
  'changed-workflow': dialog(() => import('../runs/changed-workflow-dialog')),
  'clean-up': dialog(() => import('../runs/clean-up-dialog')),
  'delete-run': dialog(() => import('../runs/delete-run-dialog')),
  draft: dialog(() => import('../draft/draft-dialog')),
  export: dialog(() => import('../export/export-workflow-dialog')),
  'export-tasks': dialog(() => import('../export/export-tasks-dialog')),
  'name-checkpoint': dialog(() => import('./name-checkpoint-dialog')),
  'open-url': dialog(() => import('./open-url-dialog')),
  problems: dialog(() => import('./problems-dialog')),
  settings: dialog(() => import('./settings-dialog')),
  shortcuts: dialog(() => import('./shortcuts-dialog')),
};

/** The dialog that is open, if any. */
export function Dialogs() {
  const { view } = useStores();
  const name = useView((state) => state.dialog);
  if (name === undefined) return null;
  const OpenDialog = dialogs[name];
  return <OpenDialog onClose={() => view.setState({ dialog: undefined })} />;
}
