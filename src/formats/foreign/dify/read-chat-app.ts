import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { ForeignNode } from '../foreign-graph';
import { getList, getMember, getText } from '../read-plain';
import type { DrawnGraph } from './drawn-graph';
import { readAgentApp } from './read-agents';
import { readFields } from './read-expressions';

/** An app without a drawing (chat, agent, text generator) as the three nodes that it amounts to. */
export function readChatApp(file: Json, mode: string): DrawnGraph {
  const config = getMember(file, 'model_config') ?? {};
  const variables = getList(config, 'user_input_form').flatMap((one): JsonObject[] => {
    const [type, field] = Object.entries(isJsonObject(one) ? one : {})[0] ?? [];
    return type !== undefined && isJsonObject(field) ? [{ ...field, type }] : [];
  });
  const prompt = getText(config, 'pre_prompt').replace(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g, '{{#start.$1#}}');
  const isCompletion = mode === 'completion';
  const model = getMember(config, 'model') ?? {};
  const tools = getList(config, 'agent_mode', 'tools');
  const llm: JsonObject = {
    type: 'llm',
    title: getText(file, 'app', 'name') || 'Assistant',
    model,
    prompt_template: isCompletion
      ? [{ role: 'user', text: prompt }]
      : [...(prompt === '' ? [] : [{ role: 'system', text: prompt }]), { role: 'user', text: '{{#sys.query#}}' }],
    ...(tools.length === 0 ? {} : { tools }),
  };
  const asked = getMember(file, 'package') === undefined ? llm : readAgentApp(file);
  const datasets = getList(config, 'dataset_configs', 'datasets', 'datasets');
  return {
    nodes: [
      createNode('start', { type: 'start', title: 'Start', variables }, 0),
      ...(datasets.length === 0
        ? []
        : [createNode('knowledge', { type: 'knowledge-retrieval', title: 'Knowledge' }, 304)]),
      createNode('llm', asked, 608),
      createNode('answer', { type: 'answer', title: 'Answer', answer: '{{#llm.text#}}' }, 912),
    ],
    edges: [
      { from: 'start', port: '', to: 'llm' },
      ...(datasets.length === 0 ? [] : [{ from: 'start', port: '', to: 'knowledge' }]),
      { from: 'llm', port: '', to: 'answer' },
    ],
    inputs: variables.map((raw) => ({ name: getText(raw, 'variable'), raw })),
    notes: [],
  };
}

function createNode(id: string, raw: JsonObject, x: number): ForeignNode {
  return { id, kind: String(raw['type']), title: String(raw['title']), at: [x, 0], fields: readFields(raw), raw };
}
