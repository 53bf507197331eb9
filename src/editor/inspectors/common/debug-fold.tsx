import type { Task } from '@/workflow/tasks';
import { isPinned } from '@/workflow/tasks/pin';
import { BreakpointField } from '../fields/breakpoint-field';
import { SwitchField } from '../fields/choice-field';
import { Fold } from '../fields/section';
import { AreaField } from '../fields/text-field';
import { pinText } from '../fields/text-format';

/** Aids for working on a workflow. They are exported only on request. */
export function DebugFold({ task }: { readonly task: Task }) {
  const { breakpoint, checkpoint } = task;
  const state = [
    ...(breakpoint ? ['pauses'] : []),
    ...(isPinned(task) ? ['pinned'] : []),
    ...(checkpoint === false ? ['no snapshot'] : []),
  ];
  return (
    <Fold title="Debugging" state={state.join(', ') || 'none'}>
      <BreakpointField />
      <AreaField
        path={['pinned']}
        label="Pinned output"
        hint="The task does not run, but gives this: a text, or JSON. true is what the last run gave."
        format={pinText}
        mono
        rows={isPinned(task) ? 6 : 1}
        placeholder="None"
      />
      <SwitchField path={['checkpoint']} label="Snapshot after it" byDefault />
    </Fold>
  );
}
