import type { ComponentType, ReactNode } from 'react';
import { useView } from '@/state/context';
import type { AppDialog } from '@/state/view-store';
import { lazily } from '@/ui/lazy/lazily';
import { PartFailedOver } from '@/ui/lazy/part-failed';
import type { DialogAbout } from './app-dialog';

type Name = AppDialog['name'];

const dialog = <K extends Name>(
  load: () => Promise<{ readonly default: (props: DialogAbout<K>) => ReactNode }>,
): ComponentType<DialogAbout<K>> => lazily(async () => (await load()).default, { Failed: PartFailedOver });

const dialogs: { readonly [K in Name]: ComponentType<DialogAbout<K>> } = {
  'allow-secrets': dialog(() => import('./allow-secrets-dialog')),
  'annotate-run': dialog(() => import('../runs/annotate-run-dialog')),
  'broken-file': dialog(() => import('./broken-file-dialog')),
  'changed-workflow': dialog(() => import('../runs/changed-workflow-dialog')),
  'clean-up': dialog(() => import('../runs/clean-up-dialog')),
  'command-menu': dialog(() => import('../command-menu/command-menu-dialog')),
  'delete-run': dialog(() => import('../runs/delete-run-dialog')),
  draft: dialog(() => import('../draft/draft-dialog')),
  export: dialog(() => import('../export/export-workflow-dialog')),
  'export-tasks': dialog(() => import('../export/export-tasks-dialog')),
  'file-conflict': dialog(() => import('../folder/file-conflict-dialog')),
  folder: dialog(() => import('../folder/folder-dialog')),
  gallery: dialog(() => import('../gallery/gallery-dialog')),
  'lost-uses': dialog(() => import('./lost-uses-dialog')),
  'name-checkpoint': dialog(() => import('./name-checkpoint-dialog')),
  'open-url': dialog(() => import('./open-url-dialog')),
  problems: dialog(() => import('./problems-dialog')),
  'search-runs': dialog(() => import('../search/search-dialog')),
  settings: dialog(() => import('./settings-dialog')),
  shortcuts: dialog(() => import('./shortcuts/shortcuts-dialog')),
  write: dialog(() => import('../writing/write-dialog')),
  'what-if': dialog(() => import('../runs/what-if-dialog')),
  'update-definition': dialog(() => import('../library/update-definition-dialog')),
};

/** The dialog that is open. */
export default function OpenedDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useView((state) => state.dialog);
  if (dialog === undefined) return null;
  const Dialog = dialogs[dialog.name] as ComponentType<DialogAbout<Name>>;
  return <Dialog dialog={dialog} onClose={onClose} />;
}
