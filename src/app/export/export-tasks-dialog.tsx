import type { AppDialogProps } from '../dialogs/app-dialog';
import { ExportDialog } from './export-dialog';

/** Takes the selected tasks away, as a template. */
export default function ExportTasksDialog(props: AppDialogProps) {
  return <ExportDialog {...props} scope="tasks" />;
}
