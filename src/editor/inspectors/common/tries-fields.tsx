import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import type { Task } from '@/workflow/tasks';
import { FieldHelpButton } from '../../help/field-help-button';
import { ChoiceField } from '../fields/choice-field';
import { LinesField } from '../fields/lines-field';
import { Rows } from '../fields/section';
import { useDispatch, useSubject } from '../fields/subject';
import { NumberField } from '../fields/text-field';
import { PartField } from '../parts/part-field';

type Way = 'one' | 'voting' | 'bestOf';

/** The fields of each way; choosing one removes those of the others. */
const ways: { readonly [K in Way]: Pick<Task, 'voting' | 'bestOf'> } = {
  one: {},
  voting: { voting: { k: 3 } },
  bestOf: { bestOf: { n: 3, evaluator: { type: 'atomic', description: 'Say which of these is best: {{tries}}' } } },
};

/** Whether one try is enough, samples vote, or an evaluator chooses. */
export function TriesFields({ task }: { readonly task: Task }) {
  const subject = useSubject();
  const dispatch = useDispatch();
  const { voting, bestOf } = task;
  const way: Way = voting ? 'voting' : bestOf ? 'bestOf' : 'one';
  const changeWay = (next: Way): void => {
    void dispatch(subject.patch({ voting: undefined, bestOf: undefined, ...ways[next] }), subject.label);
  };
  return (
    <>
      <Field label="Answer" help={<FieldHelpButton path={['voting', 'k']} label="Answer" />}>
        <Select
          value={way}
          options={[
            { value: 'one', label: 'The first' },
            { value: 'voting', label: 'What samples vote for' },
            { value: 'bestOf', label: 'The best of several, as judged' },
          ]}
          onChange={changeWay}
        />
      </Field>
      {voting && <VotingFields />}
      {bestOf && (
        <>
          <NumberField path={['bestOf', 'n']} label="Tries, in parallel" whole min={1} />
          <PartField path={['bestOf', 'evaluator']} slot="best_of" label="Evaluator of the tries" />
        </>
      )}
    </>
  );
}

function VotingFields() {
  return (
    <>
      <Rows>
        <NumberField path={['voting', 'k']} label="Votes ahead" whole min={1} placeholder="3" />
        <NumberField path={['voting', 'maxRetries']} label="Votes at most, times 2·k" whole min={1} placeholder="3" />
        <ChoiceField
          path={['voting', 'normalize']}
          label="Compare as"
          options={[
            { value: 'json', label: 'JSON value' },
            { value: 'none', label: 'Exact text' },
          ]}
          unset="Trimmed text"
        />
        <NumberField path={['voting', 'firstTemperature']} label="Temperature of the first" min={0} placeholder="0" />
        <NumberField path={['voting', 'temperature']} label="Temperature of the others" min={0} placeholder="0.1" />
        <NumberField
          path={['voting', 'redFlags', 'maxTokens']}
          label="Maximum tokens"
          whole
          min={1}
          placeholder="Any number"
        />
      </Rows>
      <LinesField
        path={['voting', 'redFlags', 'patterns']}
        label="Not counted if it matches; one pattern a line"
        mono
        rows={1}
        placeholder="None"
      />
    </>
  );
}
