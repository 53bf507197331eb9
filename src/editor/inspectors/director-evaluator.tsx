import { defaultMaxIterations } from '@/plan/limits';
import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ChoiceField } from './fields/choice-field';
import { Rows, Section } from './fields/section';
import { NumberField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';
import { PartField } from './parts/part-field';

const whenAsked = 'When the director asks';
const judging = [
  { value: 'static', label: 'In every round' },
  { value: 'dynamic', label: whenAsked },
];

/** Inspector of a loop of a director and an evaluator. */
export function DirectorEvaluatorInspector({ id, task }: InspectorProps<'director_evaluator'>) {
  const isStatic = task.mode === 'static';
  return (
    <>
      <Section>
        <PartField path={['director']} slot="director" label="Director" />
        <PartField path={['script']} slot="script" label="Script" unset="Nothing is run on the draft." />
        <PartField
          path={['evaluator']}
          slot="evaluator"
          label="Evaluator"
          unset={isStatic ? undefined : 'Found in the library, by what the director asks for.'}
        />
        <Rows>
          <ChoiceField path={['mode']} label="Evaluator runs" options={judging} unset={whenAsked} />
          <NumberField
            path={['maxIterations']}
            label="Maximum rounds"
            whole
            min={1}
            placeholder={isStatic ? '1' : String(defaultMaxIterations)}
          />
          {(isStatic || task.onUnaccepted !== undefined) && (
            <ChoiceField
              path={['onUnaccepted']}
              label="Never accepted"
              options={[{ value: 'complete', label: 'Completes with the last draft' }]}
              unset="Fails"
            />
          )}
        </Rows>
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
