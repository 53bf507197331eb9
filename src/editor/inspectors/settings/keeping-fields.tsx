import { ok } from '@/base/result';
import { SwitchField } from '../fields/choice-field';
import { Rows } from '../fields/section';
import { NumberField, TextField } from '../fields/text-field';
import { createNumberFormat, type TextFormat } from '../fields/text-format';

const seconds = createNumberFormat({ min: 0 });
const intervals = ['on_task_complete', 'on_step'];

/** One of the two words, or a number of seconds. */
const interval: TextFormat = {
  show: (value) => (typeof value === 'string' ? value : seconds.show(value)),
  parse: (text) => (intervals.includes(text.trim()) ? ok(text.trim()) : seconds.parse(text)),
};

/** When a run saves snapshots, and how long runs are stored. */
export function KeepingFields() {
  return (
    <>
      <SwitchField path={['checkpoint', 'enabled']} label="Take snapshots of a run" byDefault />
      <TextField
        path={['checkpoint', 'saveInterval']}
        label="How often"
        format={interval}
        suggestions={intervals}
        placeholder="on_task_complete"
        hint="on_task_complete, on_step, or a number of seconds"
      />
      <Rows>
        <NumberField path={['retention', 'keepDays']} label="Keep runs for, days" whole min={0} placeholder="30" />
        <NumberField
          path={['retention', 'keepLast']}
          label="Always keep the last runs"
          whole
          min={0}
          placeholder="100"
        />
      </Rows>
    </>
  );
}
