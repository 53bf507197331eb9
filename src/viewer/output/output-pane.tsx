import { PlaySquare } from 'lucide-react';
import { lastActiveTask } from '@/run/projections/last-active-task';
import { useRun, useView } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { EmptyState } from '@/ui/empty-state';
import { TaskOutput } from './lazy-task-output';

/** The drawer's Output: of the selected task; with none selected it follows the run from task to task. */
export function OutputPane() {
  const selected = useView(selectedTask);
  const active = useRun((state) => lastActiveTask(state.run));
  const place = selected ?? active;
  if (place === undefined) {
    return (
      <EmptyState icon={<PlaySquare />} title="No output yet">
        Run the workflow, and what each task says is shown here.
      </EmptyState>
    );
  }
  return <TaskOutput key={place} place={place} />;
}
