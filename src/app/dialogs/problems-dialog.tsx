import { ProblemsList } from '@/editor/problems/problems-list';
import { useDocument } from '@/state/context';
import { Dialog } from '@/ui/dialog';
import type { AppDialogProps } from './app-dialog';

/** The problems of the open workflow; choosing one goes there. */
export default function ProblemsDialog({ onClose }: AppDialogProps) {
  const errors = useDocument((state) => state.diagnostics.filter(({ severity }) => severity === 'error').length);
  return (
    <Dialog open onClose={onClose} title="Problems" wide>
      <p>
        {errors === 0
          ? 'Nothing here stands in the way of a run.'
          : 'What is marked as an error must be mended before a run.'}
      </p>
      <ProblemsList />
    </Dialog>
  );
}
