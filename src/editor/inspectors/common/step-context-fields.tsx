import { ChoiceField, SwitchField } from '../fields/choice-field';
import { Rows } from '../fields/section';

const inheriting = [
  { value: 'full', label: 'All of it' },
  { value: 'subset', label: 'The part that matches' },
];
const formats = [{ value: 'full_output', label: 'The whole outputs' }];

/** What the steps inside a task receive of its own context, and of the steps before them. */
export function StepContextFields() {
  return (
    <>
      <Rows>
        <ChoiceField
          path={['contextManagement', 'inheritContext']}
          label="Of its context"
          options={inheriting}
          unset="None"
        />
      </Rows>
      <SwitchField path={['contextManagement', 'accumulateData']} label="Outputs of earlier steps" byDefault={false} />
      <Rows>
        <ChoiceField
          path={['contextManagement', 'accumulationFormat']}
          label="Of each of them"
          options={formats}
          unset="Its notes"
        />
      </Rows>
    </>
  );
}
