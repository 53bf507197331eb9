import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { MappedNode } from '../draft';
import { passOn } from '../draft';
import type { Expression } from '../foreign-graph';
import { getList, getMember, getText } from '../read-plain';
import { createOutputValue, escapeBraces, writeTaskInCel, writeTemplate } from '../values';
import type { DifyContext } from './dify-context';
import { convertJinja } from './jinja';
import { createJinjaTask } from './jinja-script';
import { readJsonType } from './json-types';
import { readSelector } from './read-expressions';

interface Said {
  readonly role: string;
  readonly text: string;
}

/** https://docs.dify.ai/en/guides/workflow/node/llm */
export function mapModelCall(context: DifyContext): MappedNode {
  const { node, id } = context;
  const before: Before = [];
  const said = readMessages(context, before);
  const system = said.filter(({ role }) => role === 'system').map(({ text }) => text);
  const talk = said.filter(({ role }) => role !== 'system');
  const memory = getMember(node.raw, 'memory');
  if (isJsonObject(memory)) {
    const query = getText(memory, 'query_prompt_template');
    const asked: Said = {
      role: 'user',
      text:
        query === ''
          ? writeTemplate({ is: 'reference', node: 'sys', path: ['query'] }, context.find)
          : context.template('memory', 'query_prompt_template'),
    };
    if (!talk.some(({ text }) => text === asked.text)) talk.push(asked);
    context.differs('earlier turns of the talk are not sent: a run has no chat');
    context.addLine(
      'memory',
      'Memory',
      [],
      'adapted',
      'A run has no history of a chat: give what was said before as an input.',
    );
  }
  if (system.length > 1) context.differs('the system prompts are sent as one');
  if (talk.length > 1) context.differs('the messages are written out in one');
  if (talk.length === 0) context.differs('the system prompt is sent as what a person says: there is no other');
  const [only] = talk;
  const prompt =
    talk.length === 0
      ? system.join('\n\n')
      : talk.length === 1
        ? (only?.text ?? '')
        : talk.map(({ role, text }) => `${role}: ${text}`).join('\n\n');
  const isOnlySystem = talk.length === 0;
  const tools = getList(node.raw, 'tools');
  if (tools.length > 0) context.differs(`${tools.length} tools stay in Dify`);
  const form: JsonObject = {
    ...context.common(),
    description: prompt === '' ? ' ' : prompt,
    agent: context.agent(['model'], isOnlySystem ? '' : system.join('\n\n')),
    ...readVision(context),
    ...readSchema(context),
    inject_context: false,
  };
  return context.done([...before, [id, form]], describePrompt(system.length + talk.length));
}

function describePrompt(messages: number): string {
  return `A prompt of ${messages} ${messages === 1 ? 'message' : 'messages'}, its model and its options.`;
}

/** Tasks that write parts of a prompt before it is sent. */
type Before = [id: string, form: JsonObject][];

function readMessages(context: DifyContext, before: Before): Said[] {
  const template = getMember(context.node.raw, 'prompt_template');
  // Of a model of completions, or of a single text.
  if (isJsonObject(template)) return [{ role: 'user', text: readPrompt(context, before, 'prompt_template') }];
  return getList(context.node.raw, 'prompt_template').flatMap((message, index): Said[] => {
    const text = readPrompt(context, before, 'prompt_template', String(index));
    return text.trim() === '' ? [] : [{ role: getText(message, 'role') || 'user', text }];
  });
}

/** A message, in which `{{#context#}}` is what the node was given to read. */
function readPrompt(context: DifyContext, before: Before, ...path: readonly string[]): string {
  const jinja = context.at(...path, 'jinja2_text');
  if (jinja.is === 'code') {
    const names = readJinjaNames(context);
    const converted = convertJinja(jinja.text, names);
    if (converted.template !== undefined) return writeTemplate(converted.template, context.find);
    const inputs = [...names].map(([name, one]): [string, Json] => [name, context.input(one)]);
    const task = createJinjaTask(jinja.text, Object.fromEntries(inputs));
    if (task !== undefined) {
      const id = context.dify.takeExtraId(context.node.id, `prompt_${before.length + 1}`);
      before.push([id, task]);
      context.differs('a script writes what is Jinja in its prompt');
      return `{{${id}.output.output}}`;
    }
    context.differs('a prompt in Jinja with code that is not known is sent as it is written');
    return writeTemplate({ is: 'literal', value: jinja.text }, context.find);
  }
  const expression = context.at(...path, 'text');
  const withContext = (one: Expression): Expression =>
    one.is === 'reference' && one.path.length === 0 ? readSpecial(context, one.node) : one;
  if (expression.is !== 'template') return writeTemplate(withContext(expression), context.find);
  return expression.parts
    .map((part) =>
      typeof part === 'string'
        ? writeTemplate({ is: 'literal', value: part }, context.find)
        : writeTemplate(withContext(part), context.find),
    )
    .join('');
}

function readSpecial(context: DifyContext, name: string): Expression {
  const selector =
    name === 'context' ? readSelector(getMember(context.node.raw, 'context', 'variable_selector')) : undefined;
  if (selector !== undefined) return selector;
  if (name === 'query') return { is: 'reference', node: 'sys', path: ['query'] };
  return { is: 'literal', value: '' };
}

function readJinjaNames(context: DifyContext): ReadonlyMap<string, Expression> {
  const list = getList(context.node.raw, 'prompt_config', 'jinja2_variables');
  return new Map(
    list.map((one, index) => [
      getText(one, 'variable'),
      context.at('prompt_config', 'jinja2_variables', String(index), 'value_selector'),
    ]),
  );
}

function readVision(context: DifyContext): JsonObject {
  if (getMember(context.node.raw, 'vision', 'enabled') !== true) return {};
  const selector = readSelector(getMember(context.node.raw, 'vision', 'configs', 'variable_selector')) ?? {
    is: 'reference',
    node: 'sys',
    path: ['files'],
  };
  const found = context.find(selector);
  if (getText(context.node.raw, 'vision', 'configs', 'detail') !== '')
    context.differs('a picture is sent without a wish for its detail, as the maker of the model takes it');
  return found?.is === 'value' ? { attachments: [{ from: found.path }] } : {};
}

function readSchema(context: DifyContext): JsonObject {
  const { raw } = context.node;
  if (getMember(raw, 'structured_output_enabled') !== true) return {};
  const schema = getMember(raw, 'structured_output', 'schema');
  return isJsonObject(schema) ? { output_schema: schema } : {};
}

/** https://docs.dify.ai/en/guides/workflow/node/agent */
export function mapAgentNode(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const parameter = (name: string) => context.template('agent_parameters', name, 'value');
  const tools = getList(raw, 'agent_parameters', 'tools', 'value');
  if (tools.length > 0) context.differs(`its ${tools.length} tools stay in Dify: give the task tools of its own`);
  context.differs('the strategy of the plugin is not here: the model decides by itself when it calls a tool');
  const files = getList(raw, 'agent_files');
  if (files.length > 0) context.differs(`its files are in Files, and it is not sent them: ${files.join(', ')}`);
  if (getMember(raw, 'is_missing') === true) context.differs('its agent is in another file');
  if (isJsonObject(getMember(raw, 'memory')))
    context.differs('earlier turns of the talk are not sent: a run has no chat');
  const query = parameter('query');
  const form: JsonObject = {
    ...context.common(),
    description: query === '' ? ' ' : query,
    agent: context.agent(['agent_parameters', 'model', 'value'], parameter('instruction')),
    ...readSchema(context),
    inject_context: false,
  };
  return context.done([[context.id, form]], 'A model with its instruction.', 'adapted');
}

/** https://docs.dify.ai/en/guides/workflow/node/parameter-extractor */
export function mapExtractor(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const parameters = getList(raw, 'parameters').filter((one) => /^[A-Za-z_]\w*$/.test(getText(one, 'name')));
  const properties = parameters.map((one): [string, Json] => {
    const options = getList(one, 'options').filter((option) => typeof option === 'string');
    const description = getText(one, 'description');
    return [
      getText(one, 'name'),
      {
        ...readJsonType(getText(one, 'type')),
        ...(description === '' ? {} : { description }),
        ...(options.length === 0 ? {} : { enum: options }),
      },
    ];
  });
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.map((one) => getText(one, 'name')),
  };
  const instruction = context.template('instruction');
  const form: JsonObject = {
    ...context.common(),
    description: `${context.template('query')}`.trim() === '' ? ' ' : context.template('query'),
    agent: context.agent(
      ['model'],
      ['Extract the parameters from what is said.', instruction].filter(Boolean).join('\n\n'),
    ),
    ...readVision(context),
    output_schema: schema,
    inject_context: false,
  };
  return context.done(
    [[context.id, form]],
    `${parameters.length} parameters as a schema of the reply; the words around it are others.`,
    'adapted',
  );
}

/** https://docs.dify.ai/en/guides/workflow/node/question-classifier */
export function mapClassifier(context: DifyContext): MappedNode {
  const { raw, id } = context.node;
  const classes = getList(raw, 'classes')
    .map((one) => ({ id: getText(one, 'id'), name: getText(one, 'name') }))
    .filter((one) => one.id !== '');
  const names = [...new Set(classes.map(({ name }) => name))];
  const instruction = context.template(getText(raw, 'instruction') === '' ? 'instructions' : 'instruction');
  const query = context.template('query_variable_selector');
  const form: JsonObject = {
    ...context.common(),
    description: query === '' ? ' ' : query,
    agent: context.agent(['model'], ['Say which class the text belongs to.', instruction].filter(Boolean).join('\n\n')),
    ...readVision(context),
    output_schema: {
      type: 'object',
      properties: { class_name: { type: 'string', enum: names.length === 0 ? ['none'] : names } },
      required: ['class_name'],
    },
    inject_context: false,
  };
  const route = context.dify.takeExtraId(id, 'route');
  const choice = (one: { id: string; name: string }) =>
    passOn({ case: escapeBraces(one.id), class_id: escapeBraces(one.id), class_name: escapeBraces(one.name) });
  const found = createOutputValue(context.id, ['class_name'], 'text');
  const cases = classes.map((one) => ({
    test: `${found.is === 'value' ? found.cel : writeTaskInCel(context.id)} == ${JSON.stringify(one.name)}`,
    task: choice(one),
  }));
  if (cases.length === 0) return context.standIn('It has no classes.');
  return context.done(
    [
      [context.id, form],
      [route, { type: 'cond', cases }],
    ],
    'A class is a value, then a case; the words around the question are others.',
    'adapted',
  );
}
