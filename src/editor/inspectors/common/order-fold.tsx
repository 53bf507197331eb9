import type { Task } from '@/workflow/tasks';
import { ChoiceField } from '../fields/choice-field';
import { LinesField } from '../fields/lines-field';
import { Fold, Rows } from '../fields/section';
import { TextField } from '../fields/text-field';

const priorities = ['low', 'high', 'critical'].map((value) => ({ value, label: value }));
const subtypes = ['standard', 'subtask', 'director', 'evaluator'];

/** When the task runs among those that are ready, and by what searches find it. */
export function OrderFold({ task }: { readonly task: Task }) {
  const { priority = 'normal', subtype, criteria } = task;
  const state = [`${priority} priority`, ...(subtype ? [subtype] : []), ...(criteria ? ['criteria'] : [])];
  return (
    <Fold title="Order and matching" state={state.join(', ')}>
      <Rows>
        <ChoiceField path={['priority']} label="Priority" options={priorities} unset="normal" />
        <TextField path={['subtype']} label="Subtype" placeholder="None" suggestions={subtypes} />
      </Rows>
      <LinesField path={['criteria']} label="Criteria by which it is matched" single rows={1} placeholder="None" />
    </Fold>
  );
}
