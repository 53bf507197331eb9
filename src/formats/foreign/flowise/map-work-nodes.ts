import { computeOnce } from '@/base/compute-once';
import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import { type CalledFlow, leftOut } from '../called-flows';
import { type MappedNode, passOn } from '../draft';
import type { Expression, ForeignGraph } from '../foreign-graph';
import { getMember, getText } from '../read-plain';
import { RequestTexts } from '../request-texts';
import { writeInput, writeTemplate } from '../values';
import type { FlowiseContext } from './flowise-context';
import { FlowiseGraph } from './flowise-graph';
import { readPairs } from './map-tools';
import { classifyFlowText } from './read-expressions';
import { readList } from './read-flowise';
import { listTurns } from './talk';

/** A value as Flowise fills it in: a text, but for a single field of an output. */
function writeValue(context: FlowiseContext, expression: Expression): Json {
  const isField = expression.is === 'reference' && expression.path.length > 0 && !/^\$/.test(expression.node);
  return isField ? writeInput(expression, context.find) : writeTemplate(expression, context.find);
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-10.-custom-function-node, `run` of CustomFunction.ts. */
export function mapFunction(context: FlowiseContext): MappedNode {
  const code = context.at('customFunctionJavascriptFunction');
  if (code.is !== 'code' || code.text.trim() === '') return context.standIn('It has no code.');
  const inputs: [string, Json][] = [];
  const lines: string[] = [];
  const isUsed = (name: string) => new RegExp(`\\$${name}\\b`).test(code.text);
  for (const [index, one] of readList(getMember(context.node.raw, 'customFunctionInputVariables')).entries()) {
    const name = getText(one, 'variableName');
    if (!/^[A-Za-z_]\w{0,60}$/.test(name) || inputs.some(([known]) => known === name)) continue;
    inputs.push([
      name,
      writeValue(context, context.at('customFunctionInputVariables', String(index), 'variableValue')),
    ]);
    lines.push(`const $${name} = input.${name};`);
  }
  const give = (name: string, reference: string) => {
    inputs.push([name, writeInput(classifyFlowText(`{{${reference}}}`), context.find)]);
    return `input.${name}`;
  };
  const listMembers = (pattern: RegExp) => [
    ...new Set([...code.text.matchAll(pattern)].map((match) => match[1] ?? '')),
  ];
  if (isUsed('vars')) {
    const names = listMembers(/\$vars\.([A-Za-z_]\w{0,60})/g);
    lines.push(
      `const $vars = { ${names.map((name) => `${name}: ${give(`vars_${name}`, `$vars.${name}`)}`).join(', ')} };`,
    );
    context.differs('variables of the server are variables of the workflow: give them their values');
  }
  if (isUsed('flow')) {
    const names = listMembers(/\$flow\.state\.([A-Za-z_]\w{0,60})/g);
    const state = names.map((name) => `${name}: ${give(`state_${name}`, `$flow.state.${name}`)}`).join(', ');
    const other = ['sessionId', 'chatId', 'chatflowId', 'input'].filter((name) => code.text.includes(`$flow.${name}`));
    if (other.length > 0) context.differs(`${other.join(', ')} are inputs of the run`);
    const rest = other.map((name) => `, ${name}: ${give(`flow_${name}`, `$flow.${name}`)}`).join('');
    lines.push(`const $flow = { state: { ${state} }${rest} };`);
  }
  if (isUsed('input')) lines.push(`const $input = ${give('flow_question', 'question')};`);
  const body = `${lines.join('\n')}${lines.length > 0 ? '\n' : ''}const result = await (async () => {
${code.text.trimEnd()}
})();`;
  const given = `typeof result === 'object' ? JSON.stringify(result, null, 2) : (result ?? '')`;
  const needsNode = /\brequire\s*\(|\bfetch\s*\(|\bimport\s*\(|\bprocess\.|\bBuffer\b|\baxios\b/.test(code.text);
  const form: JsonObject = {
    ...context.common(),
    type: 'script',
    inputs: Object.fromEntries(inputs),
    script: needsNode
      ? {
          language: 'bash',
          content: writeNodeProgram(`${body}\nprocess.stdout.write(JSON.stringify({ content: ${given} }));`),
        }
      : { language: 'javascript', content: `${body}\nreturn { content: ${given} };\n` },
    output_schema: { type: 'object', properties: { content: {} }, required: ['content'] },
  };
  if (!needsNode) return context.done([[context.id, form]], 'JavaScript as it was.');
  const done = context.done(
    [[context.id, form]],
    'JavaScript as it was, run by node on the command line, which needs the libraries that it names. A page has neither.',
    'adapted',
  );
  return { ...done, todo: { label: 'Write it without libraries' } };
}

/** The program is an argument, so that the inputs are on standard input. */
function writeNodeProgram(code: string): string {
  const end = code.includes('END_OF_PROGRAM') ? `END_OF_PROGRAM_${code.length}` : 'END_OF_PROGRAM';
  return `program=$(cat <<'${end}'
(async () => {
const input = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
${code}
})().catch((error) => { console.error(error); process.exitCode = 1; });
${end}
)
node -e "$program"
`;
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-5.-http-node, `run` of HTTP.ts. */
export function mapFlowHttp(context: FlowiseContext): MappedNode {
  const { raw } = context.node;
  const request = new RequestTexts(context, classifyFlowText);
  const url = request.write(context.text('url').trim());
  if (url === '') return context.standIn('It has no address.');
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((one) => one === context.text('method')) ?? 'GET';
  const fill = (given: Json | undefined) =>
    Object.fromEntries(readPairs(given).map(([name, value]): [string, Json] => [name, request.write(value)]));
  const headers = fill(getMember(raw, 'headers'));
  const query = fill(getMember(raw, 'queryParams'));
  const type = context.text('bodyType');
  const isForm = type === 'formData' || type === 'xWwwFormUrlencoded';
  const text = context.text('body');
  const body: JsonObject =
    method === 'GET'
      ? {}
      : isForm
        ? { form: fill(getMember(raw, 'body')) }
        : text === ''
          ? {}
          : { body: request.write(text) };
  const types: Readonly<Record<string, string>> = { json: 'application/json', formData: 'multipart/form-data' };
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const contentType = Object.keys(body).length > 0 && !named ? getOwn(types, type) : undefined;
  if (/^(?:arraybuffer|base64)$/.test(context.text('responseType'))) context.differs('the answer is read as text');
  if (context.text('credential') !== '') context.differs('its credential stays in Flowise: add the header by hand');
  return finishRequest(context, request, {
    url,
    method,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(headers).length === 0 && contentType === undefined
      ? {}
      : { headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) } }),
    ...body,
  });
}

/** A request as a task that makes it, with the values that are filled in as arguments. */
function finishRequest(context: FlowiseContext, request: RequestTexts, http: JsonObject): MappedNode {
  const names = Object.keys(request.args);
  const tool = context.flow.takeExtraId(context.node.id, 'request');
  const parameters: JsonObject = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const address =
    String(http['url'])
      .replace(/\{\{[^{}]*\}\}/g, '…')
      .split('?')[0] ?? '';
  const form: JsonObject = {
    ...context.common(),
    type: 'tool',
    tool,
    tools: [
      {
        name: tool,
        description: `${String(http['method'])} ${address}`.slice(0, 200),
        ...(names.length > 0 ? { parameters } : {}),
        http,
      },
    ],
    args: request.args,
  };
  return context.done([[context.id, form]], 'The same request; the words of a failure are others.', 'adapted');
}

/** Another flow, which the server of Flowise runs: `run` of ExecuteFlow.ts. Imported with this one it is a function. */
export function mapExecuteFlow(context: FlowiseContext): MappedNode {
  const called = context.flow.findCalled(context.node);
  if (called !== undefined) return mapCall(context, called);
  const request = new RequestTexts(context, classifyFlowText);
  const base = context.text('executeFlowBaseURL').trim().replace(/\/$/, '');
  const flow = context.text('executeFlowSelectedFlow');
  if (!/^https?:\/\//.test(base) || !/^[\w-]{1,80}$/.test(flow))
    return context.flow.isLeftOut(context.node)
      ? context.standIn(...leftOut)
      : context.standIn('The flow that it runs is in another file.', { label: 'Import both in one export of all' });
  context.differs('the other flow stays in Flowise, and is asked there');
  return finishRequest(context, request, {
    url: `${base}/api/v1/prediction/${flow}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { question: request.write(context.text('executeFlowInput')) },
  });
}

/** The inputs of a graph, which others may run often. */
const readInputs = computeOnce((graph: ForeignGraph) => new FlowiseGraph(graph).inputs);

function mapCall(context: FlowiseContext, { name, graph }: CalledFlow): MappedNode {
  const question = readInputs(graph).get('question');
  const asked = context.template('executeFlowInput');
  if (question === undefined) context.differs('the other flow has a form, whose fields are not filled in');
  const config = getMember(context.node.raw, 'executeFlowOverrideConfig');
  if (config !== undefined && config !== null && config !== '') context.differs('its override of settings is left out');
  context.differs('it runs here, as a function of the library, without what was said in the talk');
  const args = question === undefined ? {} : { [question.name]: asked };
  return context.done(
    [[context.id, { ...context.common(), type: 'call', ref: name, args }]],
    `It calls ${name}.`,
    'adapted',
  );
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-4.-tool-node */
export function mapFlowTool(context: FlowiseContext): MappedNode {
  const name = (context.text('toolAgentflowSelectedTool') || context.text('selectedTool')).slice(0, 60);
  const given = readList(getMember(context.node.raw, 'toolInputArgs')).flatMap((one, index): [string, Json][] => {
    const argument = getText(one, 'inputArgName');
    return /^[A-Za-z_]\w{0,60}$/.test(argument)
      ? [[argument, writeValue(context, context.at('toolInputArgs', String(index), 'inputArgValue'))]]
      : [];
  });
  return context.standIn(
    `The tool ${name || 'of the node'} stays in Flowise.`,
    { label: 'Give it a tool' },
    Object.fromEntries(given),
  );
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-14.-direct-reply-node */
export function mapReply(context: FlowiseContext): MappedNode {
  if (context.text('directReplyArtifacts') !== '') context.differs('its artifacts are left out');
  const form = { ...context.common(), ...passOn({ content: context.template('directReplyMessage') }) };
  return context.done([[context.id, form]], 'The reply of the flow.');
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-9.-human-input-node */
export function mapHumanInput(context: FlowiseContext): MappedNode {
  const isFixed = context.text('humanInputDescriptionType') !== 'dynamic';
  const said = listTurns(context).at(-1)?.text ?? '';
  const asked = isFixed
    ? context.template('humanInputDescription') || 'Do you want to proceed?'
    : 'Do you want to proceed?';
  if (!isFixed) context.differs('what was said last is shown, where a model sums it up');
  context.differs('the form is asked where the run is');
  const hasWords = getMember(context.node.raw, 'humanInputEnableFeedback') !== false;
  const form: JsonObject = {
    ...context.common(),
    type: 'ask',
    message: [said, asked].filter((text) => text.trim() !== '').join('\n\n'),
    form: {
      action: { type: 'choice', label: 'Proceed?', options: ['proceed', 'reject'], required: true },
      feedback: { type: 'text', label: hasWords ? 'Feedback' : 'Feedback (it is not asked in Flowise)', default: '' },
    },
  };
  return context.done([[context.id, form]], 'A person proceeds or rejects.', 'adapted');
}
