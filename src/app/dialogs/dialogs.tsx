import type { ComponentType } from 'react';
import { useView } from '@/state/context';
import type { AppDialog } from '@/state/view-store';
import CommandMenuDialog from '../command-menu/command-menu-dialog';
import DraftDialog from '../draft/draft-dialog';
import ExportTasksDialog from '../export/export-tasks-dialog';
import ExportWorkflowDialog from '../export/export-workflow-dialog';
import FileConflictDialog from '../folder/file-conflict-dialog';
import FolderDialog from '../folder/folder-dialog';
import GalleryDialog from '../gallery/gallery-dialog';
import ImportReportDialog from '../import-report/import-report-dialog';
import UpdateDefinitionDialog from '../library/update-definition-dialog';
import AnnotateRunDialog from '../runs/annotate-run-dialog';
import ChangedWorkflowDialog from '../runs/changed-workflow-dialog';
import CleanUpDialog from '../runs/clean-up-dialog';
import DeleteRunDialog from '../runs/delete-run-dialog';
import ReceiveRunDialog from '../runs/receive-run-dialog';
import SampleInputsDialog from '../runs/sample-inputs-dialog';
import ShareRunDialog from '../runs/share-run-dialog';
import WhatIfDialog from '../runs/what-if-dialog';
import SearchDialog from '../search/search-dialog';
import WriteDialog from '../writing/write-dialog';
import WriteInputDialog from '../writing/write-input-dialog';
import AllowSecretsDialog from './allow-secrets-dialog';
import type { DialogAbout } from './app-dialog';
import BrokenFileDialog from './broken-file-dialog';
import ForeignFileDialog from './foreign-file-dialog';
import LostUsesDialog from './lost-uses-dialog';
import NameCheckpointDialog from './name-checkpoint-dialog';
import OpenUrlDialog from './open-url-dialog';
import ProblemsDialog from './problems-dialog';
import SettingsDialog from './settings-dialog';
import ShortcutsDialog from './shortcuts/shortcuts-dialog';
import WorkflowLinkDialog from './workflow-link-dialog';

type Name = AppDialog['name'];

const dialogs: { readonly [K in Name]: ComponentType<DialogAbout<K>> } = {
  'allow-secrets': AllowSecretsDialog,
  'annotate-run': AnnotateRunDialog,
  'broken-file': BrokenFileDialog,
  'changed-workflow': ChangedWorkflowDialog,
  'clean-up': CleanUpDialog,
  'command-menu': CommandMenuDialog,
  'delete-run': DeleteRunDialog,
  draft: DraftDialog,
  export: ExportWorkflowDialog,
  'export-tasks': ExportTasksDialog,
  'file-conflict': FileConflictDialog,
  folder: FolderDialog,
  'foreign-file': ForeignFileDialog,
  'import-report': ImportReportDialog,
  gallery: GalleryDialog,
  'lost-uses': LostUsesDialog,
  'name-checkpoint': NameCheckpointDialog,
  'open-url': OpenUrlDialog,
  problems: ProblemsDialog,
  'receive-run': ReceiveRunDialog,
  'sample-inputs': SampleInputsDialog,
  'search-runs': SearchDialog,
  settings: SettingsDialog,
  shortcuts: ShortcutsDialog,
  'share-run': ShareRunDialog,
  write: WriteDialog,
  'write-input': WriteInputDialog,
  'what-if': WhatIfDialog,
  'update-definition': UpdateDefinitionDialog,
  'workflow-link': WorkflowLinkDialog,
};

/** The dialog that is open. */
export default function OpenedDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useView((state) => state.dialog);
  if (dialog === undefined) return null;
  const Dialog = dialogs[dialog.name] as ComponentType<DialogAbout<Name>>;
  return <Dialog dialog={dialog} onClose={onClose} />;
}
