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
import { foreignLimits, listOf, memberOf, numberOf, readPlain, textOf } from '../read-plain';
import { takeSecrets } from '../take-secrets';
import { convertHtml, isEditorHtml } from './html-to-markdown';
import { isPlainField, readFlowFields } from './read-expressions';

/** Changes when a file is read in another way. */
export const flowiseReader = 'flowise/1';

/** Whether a file is an agent flow of the second kind. Older flows are named, and not read. */
export function isFlowiseFile(file: Json): boolean {
  return listOf(file, 'nodes').some((node) => textOf(node, 'data', 'name').endsWith('Agentflow'));
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

/** Reads an agent flow of Flowise. Else why it is not, for a person. */
export function readFlowise(given: Json): Result<ForeignGraph, string> {
  const { value: file, secrets } = takeSecrets(keepDrawing(given), referToSecret);
  const nodes: ForeignNode[] = [];
  const notes: ForeignNote[] = [];
  const warnings = new Set<string>();
  const seen = new Set<string>();
  for (const drawn of listOf(file, 'nodes')) {
    const id = textOf(drawn, 'id');
    if (id === '' || seen.has(id)) continue;
    seen.add(id);
    const kind = textOf(drawn, 'data', 'name');
    if (kind === 'stickyNoteAgentflow') {
      notes.push(readNote(id, drawn));
      continue;
    }
    const newest = getOwn(newestKnown, kind);
    const version = numberOf(drawn, 'data', 'version') ?? 0;
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
    file: takeSecrets(given, referToSecret).value,
    format: 'flowise',
    version: '2',
    versionName: 'Agentflow V2',
    kind: 'Flowise agent flow',
    name: textOf(file, 'name'),
    description: textOf(file, 'description'),
    nodes,
    edges: readEdges(file, new Map(nodes.map((node) => [node.id, node]))),
    inputs: readInputs(start?.raw ?? {}),
    variables: [
      ...readList(memberOf(start?.raw, 'startState')).flatMap((one): ForeignVariable[] => {
        const name = textOf(one, 'key');
        return name === '' ? [] : [{ scope: 'state', name, value: memberOf(one, 'value') ?? '', isSecret: false }];
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
        const member = memberOf(value, key);
        return member === undefined ? [] : [[key, member]];
      }),
    );
  return {
    ...keep(file, 'name', 'description', 'edges'),
    nodes: listOf(file, 'nodes').map((node) => ({
      ...keep(node, 'id', 'position', 'parentNode', 'width', 'height'),
      data: keep(memberOf(node, 'data'), 'name', 'label', 'version', 'inputs'),
    })),
  };
}

function readNode(id: string, kind: string, drawn: Json): ForeignNode {
  const raw = convertTexts(memberOf(drawn, 'data', 'inputs') ?? {}, '');
  return {
    id,
    kind,
    title: textOf(drawn, 'data', 'label'),
    at: readPosition(drawn),
    parent: textOf(drawn, 'parentNode') || undefined,
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
  for (const drawn of listOf(file, 'edges')) {
    const from = textOf(drawn, 'source');
    const to = textOf(drawn, 'target');
    const source = known.get(from);
    if (source === undefined || !known.has(to)) continue;
    const exit = /-output-(\d{1,4})$/.exec(textOf(drawn, 'sourceHandle'))?.[1] ?? '';
    const port = branching.has(source.kind) ? exit : '';
    edges.set(JSON.stringify([from, port, to]), { from, port, to });
  }
  return [...edges.values()];
}

function readPosition(drawn: Json): readonly [number, number] {
  return [Math.round(numberOf(drawn, 'position', 'x') ?? 0), Math.round(numberOf(drawn, 'position', 'y') ?? 0)];
}

function readNote(id: string, drawn: Json): ForeignNote {
  const note = textOf(drawn, 'data', 'inputs', 'note');
  const width = numberOf(drawn, 'width');
  const height = numberOf(drawn, 'height');
  return {
    id,
    text: isEditorHtml(note) ? convertHtml(note) : note,
    at: readPosition(drawn),
    ...(width && height ? { size: [Math.round(width), Math.round(height)] as const } : {}),
    color: 'yellow',
    parent: textOf(drawn, 'parentNode') || undefined,
  };
}

/** What a run is given: a question, the fields of a form, or what a webhook is sent. */
function readInputs(start: Json): ForeignGraph['inputs'] {
  const type = textOf(start, 'startInputType') || 'chatInput';
  const read = (list: Json | undefined, scope: string) =>
    readList(list).flatMap((raw) =>
      textOf(raw, 'name') === '' ? [] : [{ name: `${scope}${textOf(raw, 'name')}`, raw }],
    );
  if (type === 'formInput') return read(memberOf(start, 'formInputTypes'), '$form.');
  if (type !== 'webhookTrigger') return [{ name: 'question', raw: { label: 'Question', type: 'string' } }];
  return [
    ...read(memberOf(start, 'webhookBodyParams'), '$webhook.body.'),
    ...read(memberOf(start, 'webhookQueryParams'), '$webhook.query.'),
    ...read(memberOf(start, 'webhookHeaderParams'), '$webhook.headers.'),
  ];
}

function readSettings(start: Json): ForeignSetting[] {
  return ['startEphemeralMemory', 'startPersistState', 'callbackUrl'].flatMap((name): ForeignSetting[] => {
    const value = memberOf(start, name);
    return value === undefined || value === '' || value === false || value === null ? [] : [{ name, value }];
  });
}
