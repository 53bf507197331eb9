import { getOwn } from '@/base/get-own';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type {
  ForeignEdge,
  ForeignGraph,
  ForeignNode,
  ForeignNote,
  ForeignSetting,
  ForeignVariable,
} from '../foreign-graph';
import { foreignLimits, getList, getMember, getNumber, getText, readPlain } from '../read-plain';
import { takeSecrets } from '../take-secrets';
import { convertHtml, isEditorHtml } from './html-to-markdown';
import { isPlainField, readFlowFields } from './read-expressions';

/** Changes when a file is read in another way. */
export const flowiseReader = 'flowise/2';

/** Whether a file is an agent flow of the second kind. Older flows are named, and not read. */
export function isFlowiseFile(file: Json): boolean {
  return isDrawing(file) || getList(file, 'AgentFlowV2').length > 0;
}

function isDrawing(file: Json): boolean {
  return getList(file, 'nodes').some((node) => getText(node, 'data', 'name').endsWith('Agentflow'));
}

/**
 * The newest version of each kind of node that is known: `this.version` in
 * https://github.com/FlowiseAI/Flowise, packages/components/nodes/agentflow.
 */
const newestKnown: Readonly<Record<string, number>> = {
  agentAgentflow: 3.2,
  conditionAgentAgentflow: 1.1,
  conditionAgentflow: 1,
  customFunctionAgentflow: 1,
  directReplyAgentflow: 1,
  executeFlowAgentflow: 1.2,
  httpAgentflow: 1.1,
  humanInputAgentflow: 1,
  iterationAgentflow: 1,
  llmAgentflow: 1.1,
  loopAgentflow: 1.2,
  retrieverAgentflow: 1,
  startAgentflow: 1.2,
  toolAgentflow: 1.2,
};

/** How a secret is written in the texts of a file: as Flowise writes a variable of its server. */
const referToSecret = (name: string) => `{{ $vars.${name} }}`;

/** Flows of one file that are read: an export of all that a server has can have many. */
const mostFlows = 100;

/**
 * Reads the agent flows of a file of Flowise: one that was exported by itself, or all of an export of everything
 * (`ExportData` in packages/server/src/services/export-import). Else why one is not read, for a person.
 */
export function readFlowise(given: Json): readonly Result<ForeignGraph, string>[] {
  if (isDrawing(given)) return [readFlow(given, given)];
  const flows = getList(given, 'AgentFlowV2');
  return flows.slice(0, mostFlows).map((one, index): Result<ForeignGraph, string> => {
    const name = getText(one, 'name') || `flow ${index + 1}`;
    const read = readPlain(getText(one, 'flowData'));
    if (!read.ok || !isDrawing(read.value)) return err(`“${name.slice(0, 80)}” is not an agent flow that can be read.`);
    return readFlow(read.value, one);
  });
}

/** `about`: what holds its name and its id, of which a flow that was exported by itself has none. */
function readFlow(given: Json, about: Json): Result<ForeignGraph, string> {
  const { value: file, secrets } = takeSecrets(keepDrawing(given), referToSecret);
  const nodes: ForeignNode[] = [];
  const notes: ForeignNote[] = [];
  const warnings = new Set<string>();
  const seen = new Set<string>();
  for (const drawn of getList(file, 'nodes')) {
    const id = getText(drawn, 'id');
    if (id === '' || seen.has(id)) continue;
    seen.add(id);
    const kind = getText(drawn, 'data', 'name');
    if (kind === 'stickyNoteAgentflow') {
      notes.push(readNote(id, drawn));
      continue;
    }
    const newest = getOwn(newestKnown, kind);
    const version = getNumber(drawn, 'data', 'version') ?? 0;
    if (newest !== undefined && version > newest)
      warnings.add(`${kind} is of version ${version}, newer than ${newest}: something may be missing.`);
    nodes.push(readNode(id, kind, drawn));
  }
  if (nodes.length > foreignLimits.nodes)
    return err(
      `It has ${nodes.length.toLocaleString('en')} nodes: at most ${foreignLimits.nodes.toLocaleString('en')} are read.`,
    );
  const start = nodes.find(({ kind }) => kind === 'startAgentflow');
  const named = [...new Set(secrets.map(({ name }) => name))];
  return ok({
    // The forms are kept too, so that Flowise can read the file again.
    file: takeSecrets(isJsonObject(given) ? openServers(given) : given, referToSecret).value,
    format: 'flowise',
    version: '2',
    versionName: 'Agentflow V2',
    kind: 'Flowise agent flow',
    name: getText(about, 'name') || getText(file, 'name'),
    description: getText(file, 'description'),
    keys: [getText(about, 'id'), getText(about, 'name')].filter(Boolean),
    nodes,
    edges: readEdges(file, new Map(nodes.map((node) => [node.id, node]))),
    inputs: readInputs(start?.raw ?? {}),
    variables: [
      ...readList(getMember(start?.raw, 'startState')).flatMap((one): ForeignVariable[] => {
        const name = getText(one, 'key');
        return name === '' ? [] : [{ scope: 'state', name, value: getMember(one, 'value') ?? '', isSecret: false }];
      }),
      ...named.map((name): ForeignVariable => ({ scope: '$vars', name, value: null, isSecret: true })),
    ],
    settings: readSettings(start?.raw ?? {}),
    notes,
    secrets,
    warnings: [...warnings],
  });
}

/** A file without the forms of its nodes, which say what may be filled in, not what is. */
function keepDrawing(file: Json): JsonObject {
  const keep = (value: Json | undefined, ...keys: readonly string[]): JsonObject =>
    Object.fromEntries(
      keys.flatMap((key): [string, Json][] => {
        const member = getMember(value, key);
        return member === undefined ? [] : [[key, member]];
      }),
    );
  return {
    ...keep(file, 'name', 'description', 'edges'),
    nodes: getList(file, 'nodes').map((node) => ({
      ...keep(node, 'id', 'position', 'parentNode', 'width', 'height'),
      data: openServers(keep(getMember(node, 'data'), 'name', 'label', 'version', 'inputs')),
    })),
  };
}

/** The data of a node with the settings of its servers as values, so that a key in them is found by its name. */
function openServers(value: JsonObject): JsonObject {
  const open = (member: Json, key: string): Json => {
    if (Array.isArray(member)) return (member as readonly Json[]).map((item) => open(item, key));
    if (isJsonObject(member)) return openServers(member);
    const read = key === 'mcpServerConfig' && typeof member === 'string' ? readPlain(member) : undefined;
    return read?.ok === true && isJsonObject(read.value) ? read.value : member;
  };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, open(member, key)]));
}

function readNode(id: string, kind: string, drawn: Json): ForeignNode {
  const raw = convertTexts(getMember(drawn, 'data', 'inputs') ?? {}, '');
  return {
    id,
    kind,
    title: getText(drawn, 'data', 'label'),
    at: readPosition(drawn),
    parent: getText(drawn, 'parentNode') || undefined,
    fields: readFlowFields(raw),
    raw,
  };
}

/** Texts of the editor as Markdown, as they are when a flow runs. */
function convertTexts(value: Json, key: string): Json {
  if (typeof value === 'string') return !isPlainField(key) && isEditorHtml(value) ? convertHtml(value) : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => convertTexts(item, key));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convertTexts(member, name)]));
}

/** A list, which some versions write as a text. */
export function readList(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return [];
  const read = readPlain(value);
  return read.ok && Array.isArray(read.value) ? (read.value as readonly Json[]) : [];
}

/** Kinds of nodes that have several exits. */
const branching: ReadonlySet<string> = new Set([
  ...['conditionAgentflow', 'conditionAgentAgentflow', 'humanInputAgentflow'],
]);

function readEdges(file: Json, known: ReadonlyMap<string, ForeignNode>): ForeignEdge[] {
  const edges = new Map<string, ForeignEdge>();
  for (const drawn of getList(file, 'edges')) {
    const from = getText(drawn, 'source');
    const to = getText(drawn, 'target');
    const source = known.get(from);
    if (source === undefined || !known.has(to)) continue;
    const exit = /-output-(\d{1,4})$/.exec(getText(drawn, 'sourceHandle'))?.[1] ?? '';
    const port = branching.has(source.kind) ? exit : '';
    edges.set(JSON.stringify([from, port, to]), { from, port, to });
  }
  return [...edges.values()];
}

function readPosition(drawn: Json): readonly [number, number] {
  return [Math.round(getNumber(drawn, 'position', 'x') ?? 0), Math.round(getNumber(drawn, 'position', 'y') ?? 0)];
}

function readNote(id: string, drawn: Json): ForeignNote {
  const note = getText(drawn, 'data', 'inputs', 'note');
  const width = getNumber(drawn, 'width');
  const height = getNumber(drawn, 'height');
  return {
    id,
    text: isEditorHtml(note) ? convertHtml(note) : note,
    at: readPosition(drawn),
    ...(width && height ? { size: [Math.round(width), Math.round(height)] as const } : {}),
    color: 'yellow',
    parent: getText(drawn, 'parentNode') || undefined,
  };
}

/** What a run is given: a question, the fields of a form, or what a webhook is sent. */
function readInputs(start: Json): ForeignGraph['inputs'] {
  const type = getText(start, 'startInputType') || 'chatInput';
  const read = (list: Json | undefined, scope: string) =>
    readList(list).flatMap((raw) =>
      getText(raw, 'name') === '' ? [] : [{ name: `${scope}${getText(raw, 'name')}`, raw }],
    );
  if (type === 'formInput') return read(getMember(start, 'formInputTypes'), '$form.');
  if (type !== 'webhookTrigger') return [{ name: 'question', raw: { label: 'Question', type: 'string' } }];
  return [
    ...read(getMember(start, 'webhookBodyParams'), '$webhook.body.'),
    ...read(getMember(start, 'webhookQueryParams'), '$webhook.query.'),
    ...read(getMember(start, 'webhookHeaderParams'), '$webhook.headers.'),
  ];
}

function readSettings(start: Json): ForeignSetting[] {
  return ['startEphemeralMemory', 'startPersistState', 'callbackUrl'].flatMap((name): ForeignSetting[] => {
    const value = getMember(start, name);
    return value === undefined || value === '' || value === false || value === null ? [] : [{ name, value }];
  });
}
