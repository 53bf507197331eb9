import type { Task } from '@/workflow/tasks';
import { ChoiceField, SwitchField } from '../fields/choice-field';
import { Fold, Rows } from '../fields/section';

const inheriting = [
  { value: 'full', label: 'All of it' },
  { value: 'subset', label: 'The part that matches' },
];
const formats = [{ value: 'full_output', label: 'The whole outputs' }];

/** What the steps inside a task receive of its own context, and of the steps before them. */
export function StepContextFold({ management }: { readonly management: Task['contextManagement'] }) {
  const { inheritContext = 'none', accumulateData = false } = management ?? {};
  const state = [...(inheritContext === 'none' ? [] : ['context']), ...(accumulateData ? ['earlier outputs'] : [])];
  return (
    <Fold title="What steps are given" state={state.join(', ') || 'nothing'}>
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
    </Fold>
  );
}
