import { defined } from '@/base/defined';
import { defaultMaxIterations } from '@/plan/limits';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import type { Task } from '@/workflow/tasks';
import { FieldHelpButton } from '../../help/field-help-button';
import { ExpressionField } from '../fields/expression-field';
import { NamedValues } from '../fields/named-values';
import { Rows } from '../fields/section';
import { NumberField } from '../fields/text-field';
import { useField } from '../fields/use-field';

type Loop = NonNullable<Task['loop']>;

const types = [
  { value: '', label: 'Once' },
  { value: 'repeat', label: 'A number of times' },
  { value: 'while', label: 'While something is true' },
  { value: 'until', label: 'Until something is true' },
] as const;

/** A new loop of each type, with its required fields. */
const blankLoops: { readonly [K in Loop['type']]: Loop } = {
  repeat: { type: 'repeat', count: 2 },
  while: { type: 'while', condition: 'iteration <= 3' },
  until: { type: 'until', condition: 'iteration >= 3' },
};

/** Whether and how often the task runs again. */
export function LoopFields({ task: { loop } }: { readonly task: Task }) {
  const { set, begin } = useField(['loop']);
  const changeLoop = (type: Loop['type'] | ''): void => {
    begin();
    const { progress, state, initialState } = loop ?? {};
    const kept = defined({ progress, state, initialState });
    void set(type === '' ? undefined : { ...blankLoops[type], ...kept });
  };
  return (
    <>
      <Rows>
        <Field label="Runs" help={<FieldHelpButton path={['loop', 'type']} label="Runs" />}>
          <Select name="loop.type" value={loop?.type ?? ''} options={types} onChange={changeLoop} />
        </Field>
      </Rows>
      {loop && <Rounds type={loop.type} />}
    </>
  );
}

function Rounds({ type }: { readonly type: Loop['type'] }) {
  return (
    <>
      {type !== 'repeat' && (
        <ExpressionField
          path={['loop', 'condition']}
          label={type === 'while' ? 'Runs while' : 'Runs until'}
          hint={type === 'while' ? 'Tested before each round' : 'Tested after each round; knows its output'}
        />
      )}
      <Rows>
        {type === 'repeat' ? (
          <NumberField path={['loop', 'count']} label="Times" whole min={1} />
        ) : (
          <NumberField
            path={['loop', 'maxIterations']}
            label="Maximum rounds"
            whole
            min={1}
            placeholder={String(defaultMaxIterations)}
          />
        )}
        <NumberField
          path={['loop', 'progress', 'iterations']}
          label="Earlier rounds in the prompt"
          whole
          min={1}
          placeholder="None"
        />
        <NumberField path={['loop', 'progress', 'chars']} label="Characters of each" whole min={1} placeholder="500" />
      </Rows>
      <NamedValues
        path={['loop', 'state']}
        label="State for the next round"
        noun="value"
        kinds={['text']}
        placeholder="state.value + 1"
      />
      <NamedValues
        path={['loop', 'initialState']}
        label="State of the first round"
        noun="value"
        kinds={['text', 'json']}
      />
    </>
  );
}
