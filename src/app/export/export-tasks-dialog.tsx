import type { AppDialogProps } from '../dialogs/app-dialog';
import { ExportDialog } from './export-dialog';

/** Exports the selected tasks as a template. */
export default function ExportTasksDialog(props: AppDialogProps) {
  return <ExportDialog {...props} scope="tasks" />;
}
