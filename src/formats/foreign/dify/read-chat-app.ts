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
  const prompt = nameInputs(getText(config, 'pre_prompt'));
  const isCompletion = mode === 'completion';
  const model = getMember(config, 'model') ?? {};
  const tools = getList(config, 'agent_mode', 'tools');
  const datasets = getList(config, 'dataset_configs', 'datasets', 'datasets');
  const llm: JsonObject = {
    type: 'llm',
    title: getText(file, 'app', 'name') || 'Assistant',
    model,
    prompt_template: readAdvancedPrompt(config) ?? [
      ...(prompt === '' ? [] : [{ role: isCompletion ? 'user' : 'system', text: prompt }]),
      ...(isCompletion ? [] : [asked]),
    ],
    ...(datasets.length === 0 ? {} : { context: { enabled: true, variable_selector: ['knowledge', 'result'] } }),
    ...(tools.length === 0 ? {} : { tools }),
  };
  const agent = getMember(file, 'package') === undefined ? llm : readAgentApp(file);
  return {
    nodes: [
      createNode('start', { type: 'start', title: 'Start', variables }, 0),
      ...(datasets.length === 0
        ? []
        : [createNode('knowledge', { type: 'knowledge-retrieval', title: 'Knowledge' }, 304)]),
      createNode('llm', agent, 608),
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

/** A text in which `{{name}}` is an input. `{{#query#}}` and `{{#context#}}` stay: they are known of a model call. */
const nameInputs = (text: string): string =>
  text.replace(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g, '{{#start.$1#}}').replaceAll('{{#histories#}}', '');

const asked = { role: 'user', text: '{{#sys.query#}}' } as const;

/**
 * The messages of an app whose prompt is written out (`prompt_type: advanced`): a list for a model that chats, a text
 * for one that completes. `AdvancedPromptTransform` in https://github.com/langgenius/dify, api/core/prompt.
 */
function readAdvancedPrompt(config: Json): JsonObject[] | undefined {
  if (getText(config, 'prompt_type') !== 'advanced') return undefined;
  const messages = getList(config, 'chat_prompt_config', 'prompt').map((one) => ({
    role: getText(one, 'role') || 'user',
    text: nameInputs(getText(one, 'text')),
  }));
  const text = nameInputs(getText(config, 'completion_prompt_config', 'prompt', 'text'));
  const written = messages.length > 0 ? messages : text === '' ? [] : [{ role: 'user', text }];
  if (written.length === 0) return undefined;
  // What is asked comes last where the messages do not name it.
  return messages.length === 0 || messages.some((one) => one.text.includes('{{#query#}}'))
    ? written
    : [...written, asked];
}

function createNode(id: string, raw: JsonObject, x: number): ForeignNode {
  return { id, kind: String(raw['type']), title: String(raw['title']), at: [x, 0], fields: readFields(raw), raw };
}
