import type { AppDialogProps } from '../dialogs/app-dialog';
import { ExportDialog } from './export-dialog';

/** Takes the open workflow away. */
export default function ExportWorkflowDialog(props: AppDialogProps) {
  return <ExportDialog {...props} scope="workflow" />;
}
