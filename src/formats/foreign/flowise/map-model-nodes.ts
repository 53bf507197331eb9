import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { type MappedNode, passOn } from '../draft';
import { getMember, getText, readPlain } from '../read-plain';
import { createOutputValue, escapeBraces, writeTaskInCel } from '../values';
import { listStructuredOutputs } from './find-output';
import type { FlowiseContext } from './flowise-context';
import { mapTools } from './map-tools';
import { readList } from './read-flowise';
import { isFirstToSpeak, listTurns, type Turn, writeQuestion, writeTurns } from './talk';

/** What is sent to a model: `run` of LLM.ts and Agent.ts. */
function readPrompt(context: FlowiseContext, prefix: string): { readonly system: string; readonly prompt: string } {
  const { node, flow } = context;
  const systems: string[] = [];
  const talk: Turn[] = [];
  for (const [index, message] of readList(getMember(node.raw, `${prefix}Messages`)).entries()) {
    const role = getText(message, 'role');
    const text = context.template(`${prefix}Messages`, String(index), 'content');
    if (role === '' || text.trim() === '') continue;
    // The last system message is put before all others.
    if (role === 'system') systems.unshift(text);
    else if (role === 'developer') systems.push(text);
    else talk.push({ role, text });
    if (role === 'developer') context.differs('what the developer says is sent as the system prompt');
  }
  const own = talk.length;
  if (getMember(node.raw, `${prefix}EnableMemory`) === true) {
    talk.push(...listTurns(context));
    const message = context.template(`${prefix}UserMessage`);
    if (message.trim() !== '') talk.push({ role: 'user', text: message });
    const isFresh = flow.graph.settings.some(({ name }) => name === 'startEphemeralMemory');
    if (!isFresh) context.differs('earlier turns of the talk are not sent: a run has no chat');
    const type = context.text(`${prefix}MemoryType`);
    if (type !== '' && type !== 'allMessages') context.differs(`all messages are sent, where it keeps ${type}`);
  } else if (isFirstToSpeak(flow, node) && !talk.some(({ role }) => role === 'user')) {
    const question = writeQuestion(context);
    if (question !== '') talk.push({ role: 'user', text: question });
    if (flow.loops.has(flow.shape.findParent(node.id) ?? ''))
      context.differs('the question is sent in each round, where it is sent in the first');
  }
  if (systems.length > 1) context.differs('the system prompts are sent as one');
  if (talk.length > 1) context.differs('the messages are written out in one');
  if (talk.length === 1 && own === 1 && talk[0]?.role === 'assistant') context.differs('it is sent as the user’s');
  if (talk.length > 0) return { system: systems.join('\n\n'), prompt: writeTurns(talk) };
  if (systems.length > 0) context.differs('the system prompt is sent as what a person says: there is no other');
  return { system: '', prompt: systems.join('\n\n') };
}

function mapAsk(context: FlowiseContext, prefix: string, more: JsonObject): JsonObject {
  const { system, prompt } = readPrompt(context, prefix);
  const agent = context.agent(`${prefix}Model`, system);
  if (getMember(context.node.raw, `${prefix}ModelConfig`, 'allowImageUploads') === true)
    context.differs('images that are put into the chat are not sent');
  return {
    ...context.common(),
    description: prompt.trim() === '' ? ' ' : prompt,
    agent,
    ...readSchema(context),
    ...more,
    inject_context: false,
  };
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-2.-llm-node */
export function mapFlowModel(context: FlowiseContext): MappedNode {
  const form = mapAsk(context, 'llm', {});
  return context.done([[context.id, form]], 'Its messages, its model and its options.');
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-3.-agent-node */
export function mapFlowAgent(context: FlowiseContext): MappedNode {
  const { node } = context;
  const { tools, left } = mapTools(context, readList(getMember(node.raw, 'agentTools')));
  if (left.length > 0) context.differs(`tools that stay in Flowise: ${left.join(', ')}`);
  const built = ['OpenAI', 'Gemini', 'Anthropic'].filter((maker) => {
    const value = getMember(node.raw, `agentToolsBuiltIn${maker}`);
    return value !== undefined && value !== '' && value !== null;
  });
  if (built.length > 0) context.differs(`tools of ${built.join(', ')} are not offered: list them in the task`);
  const stores = ['agentKnowledgeDocumentStores', 'agentKnowledgeVSEmbeddings'].flatMap((name) =>
    readList(getMember(node.raw, name)),
  );
  if (stores.length > 0) context.differs('its knowledge stays in Flowise: put the documents under Files');
  const form = mapAsk(context, 'agent', tools.length === 0 ? {} : { tools });
  const done = context.done([[context.id, form]], 'A model with its instruction and tools.', 'adapted');
  return left.length === 0 ? done : { ...done, todo: { label: 'Give it a tool' } };
}

function readSchema(context: FlowiseContext): JsonObject {
  const outputs = listStructuredOutputs(context.node);
  if (outputs.length === 0) return {};
  context.differs('the schema is sent in another form');
  const properties = outputs.map(({ key, raw }): [string, Json] => [key, readOutputSchema(raw)]);
  return {
    output_schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: outputs.map(({ key }) => key),
    },
  };
}

/** `configureStructuredOutput` and `createZodSchemaFromJSON` in packages/components/src/utils.ts. */
function readOutputSchema(raw: Json): JsonObject {
  const description = getText(raw, 'description');
  const told = description === '' ? {} : { description };
  switch (getText(raw, 'type')) {
    case 'stringArray':
      return { type: 'array', items: { type: 'string' }, ...told };
    case 'enum': {
      const values = getText(raw, 'enumValues').split(',');
      const names = [...new Set(values.map((value) => value.trim()))].filter(Boolean);
      return { type: 'string', enum: names.length === 0 ? ['default'] : names, ...told };
    }
    case 'jsonArray': {
      const read = readPlain(getText(raw, 'jsonSchema') || '{}');
      const items = read.ok && isJsonObject(read.value) ? readProperties(read.value, 0) : { type: 'object' };
      return { type: 'array', items, ...told };
    }
    default:
      return { type: getText(raw, 'type'), ...told };
  }
}

const mostLevels = 20;

/** Names and their types, as Flowise writes a schema. */
function readProperties(schema: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(schema).flatMap(([name, given]): [string, JsonObject, boolean][] => {
    if (!isJsonObject(given) || !/^[\w-]{1,60}$/.test(name)) return [];
    const description = getText(given, 'description');
    const told = description === '' ? {} : { description };
    const type = getText(given, 'type');
    const isOptional = getMember(given, 'optional') === true;
    if (type === 'string' || type === 'number' || type === 'boolean') return [[name, { type, ...told }, isOptional]];
    if (depth > mostLevels) return [];
    const inner = getMember(given, type === 'array' ? 'items' : 'properties');
    const read = isJsonObject(inner)
      ? readProperties(isJsonObject(inner['properties']) ? inner['properties'] : inner, depth + 1)
      : {};
    if (type === 'array') return [[name, { type, items: read, ...told }, isOptional]];
    return [[name, type === 'object' ? { ...read, type, ...told } : { ...told }, isOptional]];
  });
  if (entries.length === 0) return { type: 'object' };
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name, one])),
    required: entries.flatMap(([name, , isOptional]) => (isOptional ? [] : [name])),
  };
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-6.-condition-agent-node */
export function mapConditionAgent(context: FlowiseContext): MappedNode {
  const { node, id } = context;
  const scenarios = readList(getMember(node.raw, 'conditionAgentScenarios')).map((one) => getText(one, 'scenario'));
  const names = [...new Set(scenarios.filter(Boolean))];
  if (names.length === 0) return context.standIn('It has no scenarios.');
  const instructions = context.template('conditionAgentInstructions');
  const isOwn = getMember(node.raw, 'conditionAgentOverrideSystemPrompt') === true;
  const system = isOwn ? context.template('conditionAgentSystemPrompt') : 'Say which scenario fits the input best.';
  const input = context.template('conditionAgentInput') || writeQuestion(context);
  const form: JsonObject = {
    ...context.common(),
    description: input.trim() === '' ? ' ' : input,
    agent: context.agent('conditionAgentModel', [system, instructions].filter(Boolean).join('\n\n')),
    output_schema: {
      type: 'object',
      properties: { scenario: { type: 'string', enum: [...names, ...(names.includes('default') ? [] : ['default'])] } },
      required: ['scenario'],
    },
    inject_context: false,
  };
  const found = createOutputValue(id, ['scenario'], 'text');
  const choice = (index: number) => passOn({ case: String(index), scenario: escapeBraces(scenarios[index] ?? '') });
  const cases = scenarios.flatMap((scenario, index) =>
    scenario === '' || scenarios.indexOf(scenario) < index
      ? []
      : [
          {
            test: `${found.is === 'value' ? found.cel : writeTaskInCel(id)} == ${JSON.stringify(scenario)}`,
            task: choice(index),
          },
        ],
  );
  // If none fits, the last exit is taken (`determineNodesToIgnore` in buildAgentflow.ts).
  const route: JsonObject = { type: 'cond', cases, else: choice(scenarios.length - 1) };
  return context.done(
    [
      [id, form],
      [context.flow.takeExtraId(node.id, 'route'), route],
    ],
    'A scenario is a value, then a case; the words around the input are others.',
    'adapted',
  );
}
