import type { AppDialogProps } from '../dialogs/app-dialog';
import { ExportDialog } from './export-dialog';

/** Exports the open workflow. */
export default function ExportWorkflowDialog(props: AppDialogProps) {
  return <ExportDialog {...props} scope="workflow" />;
}
