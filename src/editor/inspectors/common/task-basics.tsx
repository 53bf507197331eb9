import type { TaskPath } from '@/workflow/task-path';
import { ExpressionField } from '../fields/expression-field';
import { RunsAfter } from './runs-after';

/** After the own fields of every type: when the task runs. */
export function TaskBasics({ id }: { readonly id: TaskPath }) {
  return (
    <>
      <RunsAfter id={id} />
      <ExpressionField path={['condition']} label="Only if" placeholder="Always" />
    </>
  );
}
