import { ChoiceField } from '../fields/choice-field';
import { Rows } from '../fields/section';
import { TextField } from '../fields/text-field';

/** What a director and an evaluator pass to each other. */
export function SlotsFields() {
  return (
    <Rows>
      <ChoiceField
        path={['continuationPolicy']}
        label="Resumes with"
        options={[{ value: 'latest-only', label: 'The latest evaluation' }]}
        unset="Default: the latest"
      />
      <TextField path={['outputSlot']} label="Verdict is in" mono placeholder="last_evaluator_output" />
      <TextField path={['inputSource']} label="Draft is in" mono placeholder="Nothing else" />
      <TextField
        path={['validationRules']}
        label="Verdict"
        placeholder="Other keys are let pass"
        suggestions={['strict']}
      />
    </Rows>
  );
}
