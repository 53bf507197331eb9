import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import type { PipelineTask } from '@/workflow/tasks';
import { FieldHelpButton } from '../../help/field-help-button';
import styles from './fields.module.css';
import { LinesField } from './lines-field';
import { Rows } from './section';
import { TemplateField } from './template-field';
import { NumberField, TextField } from './text-field';
import { useField } from './use-field';

type Plan = NonNullable<PipelineTask['plan']>;
type Kind = 'list' | 'from' | 'repeat';

const blankPlans: { readonly [K in Kind]: Plan } = {
  list: ['The first step'],
  from: { from: 'name' },
  repeat: { repeat: 10, step: 'The next step' },
};

/** The steps of a pipeline: a list of them, a reference to one, or one step many times. */
export function PlanField({ plan }: { readonly plan: Plan | undefined }) {
  const { name, set, begin, problem } = useField(['plan']);
  const kind: Kind = plan === undefined || Array.isArray(plan) ? 'list' : 'from' in plan ? 'from' : 'repeat';
  return (
    <fieldset name={name} className={`${styles.section} ${styles.plain}`} aria-label="Plan">
      <Field
        label="Plan"
        help={<FieldHelpButton path={['plan']} label="Plan" />}
        error={kind === 'list' ? undefined : problem?.message}
      >
        <Select
          value={kind}
          options={[
            { value: 'list', label: 'A list of steps' },
            { value: 'from', label: 'Read from elsewhere' },
            { value: 'repeat', label: 'The same step, many times' },
          ]}
          onChange={(next) => {
            begin();
            void set(blankPlans[next]);
          }}
        />
      </Field>
      {kind === 'list' && <LinesField path={['plan']} label="Steps, one a line" rows={4} />}
      {kind === 'from' && <TextField path={['plan', 'from']} label="Read from" mono />}
      {kind === 'repeat' && (
        <>
          <Rows>
            <NumberField path={['plan', 'repeat']} label="Times" whole min={0} />
          </Rows>
          <TemplateField path={['plan', 'step']} label="Step" rows={1} />
        </>
      )}
    </fieldset>
  );
}
