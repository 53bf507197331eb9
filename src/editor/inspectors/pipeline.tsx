import { defaultStateTemplate } from '@/plan/limits';
import { CommonFields } from './common/common-fields';
import { AgentAndModel } from './common/model-fields';
import { TaskBasics } from './common/task-basics';
import { PlanField } from './fields/plan-field';
import { Rows, Section } from './fields/section';
import { AreaField, NumberField, TextField } from './fields/text-field';
import { ValueField } from './fields/value-field';
import type { InspectorProps } from './inspector-props';

/** Inspector of a pipeline of steps. */
export function PipelineInspector({ id, task }: InspectorProps<'pipeline'>) {
  return (
    <>
      <Section>
        <PlanField plan={task.plan} />
        <ValueField path={['state']} label="First state" kinds={['text', 'from', 'json']} unset="Empty" />
        <AreaField
          path={['stateTemplate']}
          label="Prompt of a step"
          mono
          rows={3}
          placeholder={defaultStateTemplate}
          hint="Knows {state}, {step}, {i} and {total}"
        />
        <AgentAndModel agent={task.agent} />
        <Rows>
          <NumberField path={['maxRetries']} label="Retries per step" whole min={0} placeholder="As for the task" />
          <TextField path={['pipelineId']} label="Id in logs" placeholder="That of the task" />
        </Rows>
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
