import type { Task } from '@/workflow/tasks';
import { SwitchField } from '../fields/choice-field';
import { Fold } from '../fields/section';
import { JsonField } from '../fields/text-field';

/** Aids for working on a workflow. They are exported only on request. */
export function DebugFold({ task }: { readonly task: Task }) {
  const { breakpoint, pinned, checkpoint } = task;
  const state = [
    ...(breakpoint ? ['pauses'] : []),
    ...(pinned === undefined || pinned === false ? [] : ['pinned']),
    ...(checkpoint === false ? ['no snapshot'] : []),
  ];
  return (
    <Fold title="Debugging" state={state.join(', ') || 'none'}>
      <SwitchField path={['breakpoint']} label="Pause before it" byDefault={false} />
      <JsonField
        path={['pinned']}
        label="Use this output, as JSON"
        rows={1}
        placeholder="None. true means the recorded one"
      />
      <SwitchField path={['checkpoint']} label="Snapshot after it" byDefault />
    </Fold>
  );
}
