import { type ComponentType, lazy, Suspense } from 'react';
import { useStores, useView } from '@/state/context';
import type { DialogName } from '@/state/view-store';
import type { AppDialogProps } from './app-dialog';

const dialogs: { readonly [K in DialogName]: ComponentType<AppDialogProps> } = {
  'broken-file': lazy(() => import('./broken-file-dialog')),
  'changed-workflow': lazy(() => import('../runs/changed-workflow-dialog')),
  'clean-up': lazy(() => import('../runs/clean-up-dialog')),
  'delete-run': lazy(() => import('../runs/delete-run-dialog')),
  draft: lazy(() => import('../draft/draft-dialog')),
  export: lazy(() => import('../export/export-workflow-dialog')),
  'export-tasks': lazy(() => import('../export/export-tasks-dialog')),
  'name-checkpoint': lazy(() => import('./name-checkpoint-dialog')),
  'open-url': lazy(() => import('./open-url-dialog')),
  problems: lazy(() => import('./problems-dialog')),
  settings: lazy(() => import('./settings-dialog')),
  shortcuts: lazy(() => import('./shortcuts-dialog')),
};

/** The dialog that is open, if any. */
export function Dialogs() {
  const { view } = useStores();
  const name = useView((state) => state.dialog);
  if (name === undefined) return null;
  const OpenDialog = dialogs[name];
  return (
    <Suspense>
      <OpenDialog onClose={() => view.setState({ dialog: undefined })} />
    </Suspense>
  );
}
