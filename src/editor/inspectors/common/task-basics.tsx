import { useDocument } from '@/state/context';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { ChoiceField } from '../fields/choice-field';
import { ExpressionField } from '../fields/expression-field';
import { TextField } from '../fields/text-field';
import { RunsAfter } from './runs-after';
import { TaskIdentity } from './task-identity';

/** The section after the own fields of every type: when the task runs, and its name. */
export function TaskBasics({
  id,
  described = false,
}: {
  readonly id: TaskPath /** Whether its description is shown elsewhere. */;
  readonly described?: boolean;
}) {
  return (
    <>
      <RunsAfter id={id} />
      <TriggerRule id={id} />
      <ExpressionField path={['condition']} label="Only if" placeholder="Always" />
      <TaskIdentity id={id} />
      {!described && <TextField path={['description']} label="Description" placeholder="What it is for" />}
    </>
  );
}

const triggerRules = [
  { value: 'all_done', label: 'All before it have ended' },
  { value: 'one_failed', label: 'One before it failed' },
];

/** When a task that waits for others starts. */
function TriggerRule({ id }: { readonly id: TaskPath }) {
  const isShown = useDocument(({ document }) => {
    const task = locateTask(document, id)?.task;
    return task !== undefined && (task.triggerRule !== undefined || (task.dependsOn ?? []).length > 0);
  });
  return isShown && <ChoiceField path={['triggerRule']} label="Starts if" options={triggerRules} unset="None failed" />;
}
