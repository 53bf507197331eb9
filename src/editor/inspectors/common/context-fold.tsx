import type { Task } from '@/workflow/tasks';
import { SwitchField } from '../fields/choice-field';
import { Fold } from '../fields/section';
import { ContextFields } from './context-fields';

/** Which earlier outputs are in the prompt, besides those that the task's texts refer to. */
export function ContextFold({ task }: { readonly task: Task }) {
  const { injectContext, context, clearMemory, rebuildMemory } = task;
  const isOff = injectContext === false || context?.mode === 'none' || clearMemory;
  const isSet = context !== undefined || rebuildMemory !== undefined;
  return (
    <Fold title="Context" state={isOff ? 'none' : isSet ? 'set' : 'as the workflow'}>
      <SwitchField path={['injectContext']} label="Sees earlier outputs" byDefault />
      <ContextFields unset="As the workflow" />
      <SwitchField path={['clearMemory']} label="Starts without context" byDefault={false} />
      <SwitchField path={['rebuildMemory']} label="Matches files again" byDefault={false} />
    </Fold>
  );
}
