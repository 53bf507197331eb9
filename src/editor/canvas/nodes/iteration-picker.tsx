import { listRunsAt } from '@/run/projections/runs-at';
import { useRun } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { canvasPart } from '../canvas-part';
import type { IterationStepsProps } from './iteration-steps';

const IterationSteps = canvasPart.component((canvas) => canvas.IterationSteps, { Failed: () => null });

/**
 * Shows which iteration of a task is selected, with buttons for the previous and the next one. Draws nothing for a task
 * that ran once.
 */
export function IterationPicker(props: IterationStepsProps) {
  const path = useRunPath(props.taskPath);
  const count = useRun(({ run }) => listRunsAt(run, path).length);
  return count > (props.mostRounds === undefined ? 1 : 0) && <IterationSteps {...props} />;
}
