import { defaultMaxResults } from '@/plan/limits';
import { CommonFields } from './common/common-fields';
import { AgentAndModel } from './common/model-fields';
import { TaskBasics } from './common/task-basics';
import { Rows, Section } from './fields/section';
import { TemplateField } from './fields/template-field';
import { NumberField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';

/** Inspector of a match of files with a question. */
export function AssociativeMemoryInspector({ id, task }: InspectorProps<'associative_memory'>) {
  return (
    <>
      <Section>
        <TemplateField path={['query']} label="Look for" placeholder="What the files are to help with" />
        <Rows>
          <NumberField
            path={['constraints', 'maxResults']}
            label="Maximum files"
            whole
            min={1}
            placeholder={String(defaultMaxResults)}
          />
          <NumberField
            path={['constraints', 'relevanceThreshold']}
            label="Minimum relevance"
            min={0}
            max={1}
            placeholder="Any"
          />
        </Rows>
        <AgentAndModel agent={task.agent} />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
