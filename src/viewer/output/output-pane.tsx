import { PlaySquare } from 'lucide-react';
import { findInstanceAt } from '@/run/projections/instance-at';
import { findLastActiveTask } from '@/run/projections/last-active-task';
import { getTaskResult } from '@/run/run-state';
import { useRun, useStores, useView } from '@/state/context';
import { type PickSource, type PickTarget, usePickTarget } from '@/state/picking';
import { isRunning } from '@/state/run-actions';
import { findSelectedInRun, getRunPath } from '@/state/run-path';
import { chooseOutputLook } from '@/state/view/panels';
import { getSelectedTask } from '@/state/view-store';
import { EmptyState } from '@/ui/display/empty-state';
import { Segmented } from '@/ui/form/segmented';
import { findBorderNode } from '@/workflow/function-path';
import type { TaskPath } from '@/workflow/task-path';
import { usePacedRun } from '../use-paced-run';
import { RunInputs } from './given-inputs';
import OtherLooks from './other-looks';
import { chooseLook, listLooks } from './output-looks';
import { TaskOutput } from './task-output';
import { ValuePicker } from './value-picker';

/**
 * The drawer's Output, of the selected task. Without a selection it follows the run from task to task. While a field
 * takes references it shows the values of earlier tasks, unless a run is under way.
 */
export function OutputPane() {
  const target = usePickTarget();
  const sources = usePickSources(target);
  if (target !== undefined && sources.length > 0) return <ValuePicker target={target} sources={sources} />;
  return <SelectedOutput />;
}

const noSources: readonly PickSource[] = [];

/** The sources of a field that have an output. */
function usePickSources(target: PickTarget | undefined): readonly PickSource[] {
  const { view } = useStores();
  const runs = useRun(isRunning);
  const run = usePacedRun((state) => (target === undefined ? undefined : state.run));
  if (target === undefined || run === undefined || runs) return noSources;
  return target.sources.filter(({ taskPath }) => {
    const ran = run.tasks.get(getRunPath(view.getState(), taskPath));
    return ran !== undefined && getTaskResult(ran) !== undefined;
  });
}

function SelectedOutput() {
  const selected = useView(findSelectedInRun);
  const borderNode = useView((state) => findBorderNode(getSelectedTask(state) ?? ''));
  const active = usePacedRun((state) => findLastActiveTask(state.run));
  const taskPath = selected ?? active;
  if (borderNode === 'inputs') return <RunInputs />;
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
  const task = useRun((state) => findInstanceAt(state.run, taskPath, instance));
  const run = usePacedRun((state) => state.run);
  const wished = useView((state) => state.drawer.outputLook);
  const looks = listLooks(run, taskPath, whole);
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
