import { useMemo } from 'react';
import { isJsonObject } from '@/base/json';
import { useDocument } from '@/state/context';
import { standaloneToolNames } from '@/workflow/builtin-names';
import { findStandaloneTool, findToolParameters } from '@/workflow/standalone-tool';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ArgumentFields, type ArgumentRow } from './fields/argument-fields';
import { Section } from './fields/section';
import { TextField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';

/** Inspector of a task that performs a tool without a model. */
export function ToolInspector({ id, task }: InspectorProps<'tool'>) {
  const { tool: name = '', tools: own = [], args } = task;
  const tools = useDocument(({ document }) => document.tools);
  const names = useMemo(() => {
    const usable = Object.entries(tools ?? {}).filter(([, tool]) => tool.type === undefined && !isAllOfServer(tool));
    const written = own.flatMap((tool) => (typeof tool === 'string' || !tool.name ? [] : [tool.name]));
    return [...new Set([...written, ...usable.map(([known]) => known), ...standaloneToolNames])];
  }, [tools, own]);
  const tool = findStandaloneTool(name, own, tools ?? {});
  return (
    <>
      <Section>
        <TextField path={['tool']} label="Tool" mono suggestions={names} placeholder="Choose one, or SERVER.TOOL" />
        <ArgumentFields
          description={tool?.description}
          parameters={useMemo(() => (tool === undefined ? [] : listArgumentRows(tool)), [tool])}
          args={args}
        />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}

/** A field for each declared parameter. What only a server knows has no fields here. */
function listArgumentRows(tool: Parameters<typeof findToolParameters>[0]): readonly ArgumentRow[] {
  const { properties = {}, required } = findToolParameters(tool) ?? {};
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, schema]) => {
    const { description, type } = isJsonObject(schema) ? schema : {};
    const hint = typeof description === 'string' ? description : typeof type === 'string' ? type : '';
    return { name, hint, unset: Array.isArray(required) && required.includes(name) ? 'Needed' : 'None' };
  });
}
