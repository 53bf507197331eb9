import { formatCount } from '@/base/figures';
import type { MapNode, SyntaxNode } from './syntax-node';

/** A value of a file, or nothing. */
type Found = SyntaxNode | null | undefined;

/**
 * Says of a file of another program what it is, by its shape: “This is an n8n workflow, 31 nodes, 9 of them AI.”
 * Undefined: it is not known. The shapes are those of the programs' own files: Dify's DSL to 0.7
 * (https://github.com/langgenius/dify), Flowise (https://github.com/FlowiseAI/Flowise), n8n
 * (https://docs.n8n.io/workflows/export-import/), Langflow (https://docs.langflow.org/concepts-flows-import), promptfoo
 * (https://www.promptfoo.dev/docs/configuration/reference/), traces in OTLP/JSON
 * (https://opentelemetry.io/docs/specs/otlp/), of Langfuse and of LangSmith.
 */
export function describeForeignFile(root: SyntaxNode): string | undefined {
  for (const describe of shapes) {
    const words = describe(root);
    if (words !== undefined) return words;
  }
  return undefined;
}

/** Each says what a file is if it has a shape. The first that fits counts. */
const shapes: readonly ((root: SyntaxNode) => string | undefined)[] = [
  describeDify,
  describeFlowise,
  describeN8n,
  describeLangflow,
  describePromptfoo,
  describeTrace,
  describeOther,
];

const difyModes: Readonly<Record<string, string>> = {
  'advanced-chat': 'chat flow',
  workflow: 'workflow',
  chat: 'chat assistant',
  'agent-chat': 'agent',
  completion: 'text generator',
};

function describeDify(root: SyntaxNode): string | undefined {
  const mode = findText(root, 'app', 'mode');
  // The first versions had no kind.
  const isDify = findText(root, 'kind') === 'app' || isMap(findValue(root, 'workflow', 'graph'));
  if (mode === undefined || !isDify) return undefined;
  const nodes = listItems(root, 'workflow', 'graph', 'nodes');
  const counted = nodes.length === 0 ? [] : [formatCount(nodes.length, 'node')];
  return joinFacts(`This is a Dify ${difyModes[mode] ?? 'app'}`, [
    `DSL ${findWord(root, 'version') ?? 'without a version'}`,
    ...counted,
  ]);
}

function describeFlowise(root: SyntaxNode): string | undefined {
  const all = listItems(root, 'AgentFlowV2');
  if (all.length > 0) return `This is an export of Flowise, ${formatCount(all.length, 'agent flow')}.`;
  const nodes = listItems(root, 'nodes');
  const count = formatCount(nodes.length, 'node');
  if (nodes.some((node) => findText(node, 'data', 'name')?.endsWith('Agentflow')))
    return joinFacts('This is a Flowise agent flow', ['Agentflow V2', count]);
  const isFirst = nodes.some((node) => findText(node, 'type') === 'customNode' && findValue(node, 'data', 'name'));
  return isFirst ? joinFacts('This is a Flowise chat flow', ['of the kind before Agentflow V2', count]) : undefined;
}

function describeN8n(root: SyntaxNode): string | undefined {
  const nodes = listItems(root, 'nodes');
  const isN8n = nodes.some((node) => findValue(node, 'typeVersion')) && isMap(findValue(root, 'connections'));
  if (!isN8n) return undefined;
  const ai = nodes.filter((node) => /langchain|openAi|anthropic/.test(findText(node, 'type') ?? '')).length;
  return joinFacts('This is an n8n workflow', [
    formatCount(nodes.length, 'node'),
    ...(ai === 0 ? [] : [`${ai} of them AI`]),
  ]);
}

function describeLangflow(root: SyntaxNode): string | undefined {
  const nodes = listItems(root, 'data', 'nodes');
  if (!nodes.some((node) => findValue(node, 'data', 'node', 'template'))) return undefined;
  const version = findWord(root, 'last_tested_version');
  const last = version === undefined ? [] : [`last run with ${version}`];
  return joinFacts('This is a Langflow flow', [...last, formatCount(nodes.length, 'node')]);
}

function describePromptfoo(root: SyntaxNode): string | undefined {
  const tests = listItems(root, 'tests');
  const prompts = findValue(root, 'prompts');
  const parts = [prompts, findValue(root, 'providers'), findValue(root, 'tests')].filter((part) => part !== undefined);
  if (parts.length < 2 && !tests.some((test) => findValue(test, 'assert'))) return undefined;
  const counts = [
    ...(tests.length === 0 ? [] : [formatCount(tests.length, 'case')]),
    ...(prompts ? [formatCount(prompts.kind === 'list' ? prompts.items.length : 1, 'prompt')] : []),
  ];
  return `These are promptfoo tests${counts.length === 0 ? '' : `: ${counts.join(', ')}`}.`;
}

function describeTrace(root: SyntaxNode): string | undefined {
  const observations = listItems(root, 'observations');
  if (observations.length > 0) {
    const calls = observations.filter((one) => findText(one, 'type') === 'GENERATION').length;
    return `This is a trace of Langfuse, ${formatCount(calls, 'model call')}.`;
  }
  const resources = listItems(root, 'resourceSpans');
  const spans =
    resources.length > 0
      ? resources.flatMap((one) => listItems(one, 'scopeSpans').flatMap((scope) => listItems(scope, 'spans')))
      : listItems(root, 'spans');
  const isTrace = spans.some(
    (span) => findText(span, 'traceId') ?? findText(span, 'trace_id') ?? findText(span, 'context', 'trace_id'),
  );
  if (isTrace) return `This is a trace, ${formatCount(spans.filter(isModelCall).length, 'model call')}.`;
  const runs = root.kind === 'list' ? root.items : [root];
  if (!runs.some((run) => findText(run, 'run_type') && findValue(run, 'trace_id'))) return undefined;
  const calls = runs.filter((run) => findText(run, 'run_type') === 'llm').length;
  return `This is a trace of LangSmith, ${formatCount(calls, 'model call')}.`;
}

/** Operations of model calls: https://opentelemetry.io/docs/specs/semconv/gen-ai/, and an older name. */
const modelCalls: ReadonlySet<string> = new Set(['chat', 'text_completion', 'generate_content', 'call_llm']);

function isModelCall(span: Found): boolean {
  const attributes = findValue(span, 'attributes');
  const listed = attributes?.kind === 'list' ? attributes.items : [];
  const operation =
    findText(attributes, 'gen_ai.operation.name') ??
    findText(
      listed.find((one) => findText(one, 'key') === 'gen_ai.operation.name'),
      'value',
      'stringValue',
    );
  return operation !== undefined && modelCalls.has(operation);
}

function describeOther(root: SyntaxNode): string | undefined {
  const nodes = listItems(root, 'nodes');
  if (nodes.length > 0 && listItems(root, 'edges').some((edge) => findValue(edge, 'conditional')))
    return `This is a drawing of a LangGraph graph, ${formatCount(nodes.length, 'node')}.`;
  if (isMap(findValue(root, 'data', 'graphs')) && isMap(findValue(root, 'data', 'metadata')))
    return 'This is a Rivet project.';
  const api = findText(root, 'apiVersion');
  if (api?.startsWith('argoproj.io/')) return 'This is an Argo workflow.';
  if (api !== undefined && findText(root, 'kind') !== undefined)
    return `This is a Kubernetes ${findWord(root, 'kind') ?? 'object'}.`;
  if (listItems(root, 'flow').some((step) => findText(step, 'module'))) return 'This is a scenario of Make.';
  if (isMap(findValue(root, 'state', 'blocks')) || (isMap(findValue(root, 'blocks')) && findValue(root, 'edges')))
    return 'This is a workflow of Sim.';
  if (isMap(findValue(root, 'jobs')) && findValue(root, 'on')) return 'This is a workflow of GitHub Actions.';
  if (findText(root, 'openapi') ?? findText(root, 'swagger')) return 'This is a description of an HTTP API (OpenAPI).';
  return undefined;
}

/** The value at keys, one in the other. */
function findValue(node: Found, ...keys: readonly string[]): SyntaxNode | undefined {
  let at: Found = node;
  for (const key of keys) {
    if (at?.kind !== 'map') return undefined;
    at = at.entries.find((entry) => entry.key === key)?.value;
  }
  return at ?? undefined;
}

/** The text of a plain value at keys. */
function findText(node: Found, ...keys: readonly string[]): string | undefined {
  const found = findValue(node, ...keys);
  return found?.kind === 'scalar' ? found.text : undefined;
}

/** A text that may stand in a message: a version or a name, and nothing that hides or looks like other words. */
function findWord(node: Found, ...keys: readonly string[]): string | undefined {
  const text = findText(node, ...keys);
  return text !== undefined && /^[\w.+-]{1,40}$/.test(text) ? text : undefined;
}

/** The items of the list at keys; none: there is no list. */
function listItems(node: Found, ...keys: readonly string[]): readonly (SyntaxNode | null)[] {
  const found = findValue(node, ...keys);
  return found?.kind === 'list' ? found.items : [];
}

const isMap = (node: Found): node is MapNode => node?.kind === 'map';

const joinFacts = (what: string, facts: readonly string[]): string => `${[what, ...facts].join(', ')}.`;
