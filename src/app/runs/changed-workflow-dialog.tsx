import GitFork from 'lucide-react/icons/git-fork';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useMemo } from 'react';
import type { ForkOutline } from '@/run/runner';
import { useRun, useStores } from '@/state/context';
import { computePresentHash, runOpenWorkflow } from '@/state/start-and-fork';
import { useAsked } from '@/state/use-asked';
import { useForkFigures } from '@/state/use-fork-forecast';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { AppDialogProps } from '../dialogs/app-dialog';
import { ChoiceList } from './choice-list';
import { forkAndShow, goOnAsItWas, nameOfRun } from './run-use-cases';

/** Asks how to resume a run whose workflow has changed since it began. */
export default function ChangedWorkflowDialog({ onClose }: AppDialogProps) {
  const stores = useStores();
  const id = useRun((state) => state.executionId);
  const runsNow = useRunsNow();
  const outline = useMemo<ForkOutline | undefined>(
    () => (id === undefined ? undefined : { executionId: id, plan: 'present' }),
    [id],
  );
  const figures = useForkFigures(outline);
  if (id === undefined) return null;
  const name = nameOfRun(stores, id);
  const refusal = runsNow ? undefined : 'The workflow has problems that stop a run.';
  const createChoice = (act: () => Promise<unknown>) => () => {
    onClose();
    void act();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="The workflow has changed"
      footer={
        <Button variant="ghost" onClick={onClose} data-autofocus>
          Cancel
        </Button>
      }
    >
      <p>{name} began with another state of it. How should it continue?</p>
      <ChoiceList
        choices={[
          {
            icon: <Play />,
            label: 'Continue with the old workflow',
            detail: `${name} continues as it began. What you changed since is not used.`,
            choose: createChoice(() => goOnAsItWas(stores)),
          },
          {
            icon: <GitFork />,
            label: 'Reuse what still matches',
            detail: `A new run of the workflow as it is now: calls that are the same are taken from ${name.toLowerCase()}, at no cost.${figures === undefined ? '' : ` As it is now: ${figures}.`}`,
            refusal,
            choose: createChoice(() => forkAndShow(stores, { executionId: id }, 'present')),
          },
          {
            icon: <RotateCcw />,
            label: 'Start over',
            detail: `A new run of the workflow as it is now, from its beginning. ${name} stays as it is.`,
            refusal,
            choose: createChoice(() => runOpenWorkflow(stores, { anew: true, beside: true })),
          },
        ]}
      />
    </Dialog>
  );
}

/** Whether the current workflow can run. */
function useRunsNow(): boolean {
  const stores = useStores();
  const { isOld, value } = useAsked([stores], () => computePresentHash(stores));
  return isOld || value !== undefined;
}
