import type { RunnableTask } from '@/workflow/tasks';
import { ChoiceField, SwitchField } from './fields/choice-field';
import { Fold, Rows } from './fields/section';

const priorities = ['low', 'high', 'critical'].map((value) => ({ value, label: value }));
/** What the engine makes of earlier outputs: added to the prompt, or not. */
export const contextModes = [
  { value: 'automatic', label: 'Outputs of the tasks it runs after' },
  { value: 'none', label: 'None' },
];

/** When it comes among tasks that are ready, and whether it sees earlier outputs. `prompted`: it has a prompt to add them to. */
export function OrderFold({ task, prompted }: { readonly task: RunnableTask; readonly prompted: boolean }) {
  const priority = `${task.priority ?? 'normal'} priority`;
  const state =
    prompted && (task.injectContext === false || task.context?.mode === 'none') ? `${priority}, no context` : priority;
  return (
    <Fold title={prompted ? 'Order and context' : 'Order'} state={state}>
      <Rows>
        <ChoiceField path={['priority']} label="Priority" options={priorities} unset="normal" />
        {prompted && (
          <ChoiceField path={['context', 'mode']} label="Context" options={contextModes} unset="As the workflow" />
        )}
      </Rows>
      {prompted && <SwitchField path={['injectContext']} label="Sees earlier outputs" byDefault />}
    </Fold>
  );
}
