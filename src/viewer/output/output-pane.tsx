import { PlaySquare } from 'lucide-react';
import { instanceAt } from '@/run/projections/instance-at';
import { lastActiveTask } from '@/run/projections/last-active-task';
import { useRun, useStores, useView } from '@/state/context';
import { selectedInRun } from '@/state/run-path';
import { chooseOutputLook } from '@/state/view/panels';
import { selectedTask } from '@/state/view-store';
import { EmptyState } from '@/ui/display/empty-state';
import { Segmented } from '@/ui/form/segmented';
import { borderNodeAt } from '@/workflow/function-path';
import type { TaskPath } from '@/workflow/task-path';
import { usePacedRun } from '../use-paced-run';
import { GivenInputs } from './given-inputs';
import OtherLooks from './other-looks';
import { chooseLook, looksOf } from './output-looks';
import { TaskOutput } from './task-output';

/** The drawer's Output, of the selected task. Without a selection it follows the run from task to task. */
export function OutputPane() {
  const selected = useView(selectedInRun);
  const borderNode = useView((state) => borderNodeAt(selectedTask(state) ?? ''));
  const active = usePacedRun((state) => lastActiveTask(state.run));
  const taskPath = selected ?? active;
  if (borderNode === 'inputs') return <GivenInputs />;
  if (taskPath === undefined) {
    return (
      <EmptyState icon={<PlaySquare />} title="No output yet">
        Run the workflow to see the output of each task.
      </EmptyState>
    );
  }
  return <OutputOf key={taskPath} taskPath={taskPath} whole={selected === undefined} />;
}

/**
 * The result of a task, its iterations, or its steps. `whole`: no task is selected, so the iterations are those of the
 * whole run.
 */
function OutputOf({ taskPath, whole }: { readonly taskPath: TaskPath; readonly whole: boolean }) {
  const { view } = useStores();
  const instance = useView((state) => state.shownRun.instance);
  const task = useRun((state) => instanceAt(state.run, taskPath, instance));
  const run = usePacedRun((state) => state.run);
  const wished = useView((state) => state.drawer.outputLook);
  const looks = looksOf(run, taskPath, whole);
  const look = chooseLook(looks, wished, task?.status);
  const lead = looks.length > 1 && (
    <Segmented
      label="Look at"
      value={look}
      options={looks}
      onChange={(outputLook) => chooseOutputLook(view, outputLook)}
    />
  );
  if (look === 'result' || task === undefined) return <TaskOutput taskPath={taskPath} lead={lead} follows />;
  return <OtherLooks taskPath={taskPath} task={task} look={look} whole={whole} lead={lead} />;
}
