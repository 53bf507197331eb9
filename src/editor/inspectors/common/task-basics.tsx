import type { TaskPath } from '@/workflow/task-path';
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
      <ExpressionField path={['condition']} label="Only if" placeholder="Always" />
      <TaskIdentity id={id} />
      {!described && <TextField path={['description']} label="Description" placeholder="What it is for" />}
    </>
  );
}
