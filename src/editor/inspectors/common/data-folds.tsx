import type { Task } from '@/workflow/tasks';
import { NamedValues } from '../fields/named-values';
import { Fold } from '../fields/section';

/** The number of names in these records, for the row of a fold. */
function countNames(...records: readonly (object | undefined)[]): number | 'none' {
  const names = records.reduce((sum, record) => sum + Object.keys(record ?? {}).length, 0);
  return names === 0 ? 'none' : names;
}

/** The values that a task receives and returns. */
export function DataFolds({ task }: { readonly task: Task }) {
  return (
    <>
      <Fold title="Inputs" state={countNames(task.inputs)}>
        <NamedValues path={['inputs']} label="Name and value" noun="input" kinds={['text', 'from', 'json', 'task']} />
      </Fold>
      <Fold title="Variables and returns" state={countNames(task.variables, task.returns)}>
        <NamedValues path={['variables']} label="Variables of this task" noun="variable" kinds={['text', 'json']} />
        <NamedValues
          path={['returns']}
          label="Returned to later tasks"
          noun="return"
          kinds={['text']}
          placeholder="output.title"
        />
      </Fold>
    </>
  );
}
