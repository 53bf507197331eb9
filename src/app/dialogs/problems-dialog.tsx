import { ProblemsList } from '@/editor/problems/problems-list';
import { useDocument } from '@/state/context';
import { Dialog } from '@/ui/overlay/dialog';
import type { AppDialogProps } from './app-dialog';

/** The problems of the open workflow. Selecting one goes to its source. */
export default function ProblemsDialog({ onClose }: AppDialogProps) {
  const errors = useDocument((state) => state.diagnostics.filter(({ severity }) => severity === 'error').length);
  return (
    <Dialog open onClose={onClose} title="Problems" width="wide">
      <p>Choose one to go to it. {errors === 0 ? 'None of them is an error.' : 'Fix the errors before you run it.'}</p>
      <ProblemsList />
    </Dialog>
  );
}
