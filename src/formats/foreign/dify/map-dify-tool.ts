import { computeOnce } from '@/base/compute-once';
import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import { leftOut } from '../called-flows';
import type { MappedNode } from '../draft';
import type { ForeignGraph } from '../foreign-graph';
import { getMember, getText } from '../read-plain';
import type { DifyContext } from './dify-context';
import { DifyGraph } from './dify-graph';

/** The inputs of a graph, which others may run often. */
const readInputs = computeOnce((graph: ForeignGraph) => new DifyGraph(graph).inputs);

/** https://docs.dify.ai/en/guides/workflow/node/tools. A workflow that is a tool becomes a function. */
export function mapDifyTool(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const called = context.dify.findCalled(context.node);
  if (context.dify.isLeftOut(context.node)) return context.standIn(...leftOut);
  if (called === undefined && getText(raw, 'provider_type') === 'workflow')
    return context.standIn('The workflow that it runs is in another file.', {
      label: 'Import it as a bundle, with the workflows that it runs',
    });
  if (called === undefined) return context.standIn('A tool of a plugin stays in Dify.', { label: 'Give it a tool' });
  const inputs = readInputs(called.graph);
  const parameters = getMember(raw, 'tool_parameters');
  const args = Object.keys(isJsonObject(parameters) ? parameters : {}).flatMap((name): [string, Json][] => {
    const input = inputs.get(`start.${name}`);
    return input === undefined ? [] : [[input.name, context.input(context.at('tool_parameters', name, 'value'))]];
  });
  context.differs('its text and its list are the outputs of the workflow as they are');
  const form: JsonObject = { ...context.common(), type: 'call', ref: called.name, args: Object.fromEntries(args) };
  return context.done([[context.id, form]], `A function of the library: ${called.name}.`, 'adapted');
}
