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
import { foreignLimits, getList, getMember, getNumber, getText } from '../read-plain';
import { takeSecrets } from '../take-secrets';
import type { DrawnGraph } from './drawn-graph';
import { readAgentNode } from './read-agents';
import { readChatApp } from './read-chat-app';
import { readFields } from './read-expressions';
import { readLexical } from './read-lexical';

/** Changes when a file is read in another way. */
export const difyReader = 'dify/3';

/** The newest version of the DSL that is known: https://github.com/langgenius/dify (`CURRENT_DSL_VERSION`). */
const newestKnown = [0, 7] as const;

const kinds: Readonly<Record<string, string>> = {
  'advanced-chat': 'Dify chat flow',
  workflow: 'Dify workflow',
  chat: 'Dify chat assistant',
  'agent-chat': 'Dify agent',
  agent: 'Dify agent',
  completion: 'Dify text generator',
};

/** Whether a file is an app of Dify. The first versions had no `kind`. */
export function isDifyFile(file: Json): boolean {
  return (
    getText(file, 'app', 'mode') !== '' &&
    (getText(file, 'kind') === 'app' || isJsonObject(getMember(file, 'workflow', 'graph')))
  );
}

/** How a secret is written in the texts of a file: as Dify writes one of the environment. */
const referToSecret = (name: string) => `{{#env.${name}#}}`;

/** Reads an app of Dify, DSL 0.1 to 0.7; what is newer too, with a warning. Else why it is not, for a person. */
export function readDify(given: Json): Result<ForeignGraph, string> {
  const declared = getList(given, 'workflow', 'environment_variables')
    .filter((one) => getText(one, 'value_type') === 'secret')
    .map((one) => ({ name: getText(one, 'name'), value: getText(one, 'value') }))
    .filter(({ name }) => name !== '');
  const { value: file, secrets } = takeSecrets(given, referToSecret, declared);
  const mode = getText(file, 'app', 'mode');
  const version = getText(file, 'version');
  const graph = isJsonObject(getMember(file, 'workflow', 'graph')) ? readGraph(file) : readChatApp(file, mode);
  if (graph.nodes.length > foreignLimits.nodes)
    return err(
      `It has ${graph.nodes.length.toLocaleString('en')} nodes: at most ${foreignLimits.nodes.toLocaleString('en')} are read.`,
    );
  const declaredNames = new Set(declared.map(({ name }) => name));
  const inline = secrets
    .filter(({ name }, index) => !declaredNames.has(name) && secrets.findIndex((one) => one.name === name) === index)
    .map(({ name }): ForeignVariable => ({ scope: 'env', name, value: null, isSecret: true }));
  return ok({
    ...graph,
    file,
    format: 'dify',
    version: version === '' ? 'none' : version,
    versionName: version === '' ? 'without a version' : `DSL ${version}`,
    kind: getOwn(kinds, mode) ?? 'Dify app',
    name: getText(file, 'app', 'name'),
    description: getText(file, 'app', 'description'),
    keys: [getText(file, 'bundle_id')].filter(Boolean),
    variables: [...readVariables(file), ...inline],
    settings: readSettings(file),
    secrets,
    warnings: isNewer(version)
      ? [
          `Its DSL is ${version}, newer than ${newestKnown.join('.')}, the newest that is known: something may be missing.`,
        ]
      : [],
  });
}

function isNewer(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > newestKnown[0] || (major === newestKnown[0] && minor > newestKnown[1]);
}

function readGraph(file: Json): DrawnGraph {
  const nodes: ForeignNode[] = [];
  const notes: ForeignNote[] = [];
  const seen = new Set<string>();
  const packages = getMember(file, 'agent_packages');
  for (const drawn of getList(file, 'workflow', 'graph', 'nodes')) {
    const id = getText(drawn, 'id');
    if (id === '' || seen.has(id)) continue;
    seen.add(id);
    const data = readAgentNode(getMember(drawn, 'data') ?? {}, packages);
    const at = readPosition(getMember(drawn, 'position'));
    const parent = getText(drawn, 'parentId') || getText(data, 'iteration_id') || getText(data, 'loop_id') || undefined;
    if (getText(drawn, 'type') === 'custom-note') {
      notes.push(readNote(id, data, at, parent));
      continue;
    }
    nodes.push({
      id,
      kind: getText(data, 'type'),
      title: getText(data, 'title'),
      at,
      parent,
      fields: readFields(data),
      raw: data,
    });
  }
  const given = nodes.flatMap(({ kind, raw }) =>
    kind === 'start' ? getList(raw, 'variables') : kind === 'trigger-webhook' ? listWebhookFields(raw) : [],
  );
  return {
    nodes,
    edges: readEdges(file, new Set(nodes.map(({ id }) => id))),
    inputs: given.map((raw) => ({ name: getText(raw, 'variable'), raw })),
    notes,
  };
}

/** The types of what a webhook is sent, as fields of a form have them. Others are JSON. */
const webhookTypes: Readonly<Record<string, string>> = {
  ...{ string: 'paragraph', number: 'number', boolean: 'checkbox', file: 'file' },
};

/** What a webhook is sent, as the fields of a start: https://docs.dify.ai/en/guides/workflow/node/trigger. */
function listWebhookFields(raw: Json): JsonObject[] {
  const declared = getList(raw, 'variables').filter((one) => getText(one, 'label') !== 'raw');
  const sent = ['body', 'params', 'headers'].flatMap((part) => getList(raw, part));
  return (declared.length > 0 ? declared : sent).map((one) => ({
    variable: (getText(one, 'variable') || getText(one, 'name')).replaceAll('-', '_'),
    type: getOwn(webhookTypes, getText(one, 'value_type') || getText(one, 'type') || 'string') ?? 'json',
    required: getMember(one, 'required') === true,
  }));
}

function readEdges(file: Json, known: ReadonlySet<string>): ForeignEdge[] {
  const edges = new Map<string, ForeignEdge>();
  for (const drawn of getList(file, 'workflow', 'graph', 'edges')) {
    const from = getText(drawn, 'source');
    const to = getText(drawn, 'target');
    if (!known.has(from) || !known.has(to)) continue;
    const handle = getText(drawn, 'sourceHandle');
    const port = handle === 'source' ? '' : handle;
    edges.set(JSON.stringify([from, port, to]), { from, port, to });
  }
  return [...edges.values()];
}

function readPosition(position: Json | undefined): readonly [number, number] {
  return [Math.round(getNumber(position, 'x') ?? 0), Math.round(getNumber(position, 'y') ?? 0)];
}

function readNote(id: string, data: Json, at: ForeignNote['at'], parent: string | undefined): ForeignNote {
  const width = getNumber(data, 'width');
  const height = getNumber(data, 'height');
  const size = width && height ? { size: [Math.round(width), Math.round(height)] as const } : {};
  return { id, text: readLexical(getText(data, 'text')), at, ...size, color: getText(data, 'theme'), parent };
}

function readVariables(file: Json): ForeignVariable[] {
  const read = (scope: string, list: readonly Json[]) =>
    list.flatMap((one): ForeignVariable[] => {
      const name = getText(one, 'name');
      const isSecret = getText(one, 'value_type') === 'secret';
      return name === '' ? [] : [{ scope, name, value: isSecret ? null : (getMember(one, 'value') ?? null), isSecret }];
    });
  return [
    ...read('env', getList(file, 'workflow', 'environment_variables')),
    ...read('conversation', getList(file, 'workflow', 'conversation_variables')),
  ];
}

/** Settings of the app that do something. */
function readSettings(file: Json): ForeignSetting[] {
  const features = getMember(file, 'workflow', 'features') ?? getMember(file, 'model_config') ?? {};
  const settings = Object.entries(isJsonObject(features) ? features : {}).flatMap(([name, value]): ForeignSetting[] =>
    isJsonObject(getMember(file, 'workflow', 'features')) || chatFeatures.has(name)
      ? isOn(value)
        ? [{ name, value }]
        : []
      : [],
  );
  const plugins = getList(file, 'dependencies').flatMap((one): ForeignSetting[] => {
    const value = getMember(one, 'value') as JsonObject | undefined;
    const name =
      getText(value, 'marketplace_plugin_unique_identifier') ||
      getText(value, 'plugin_unique_identifier') ||
      getText(value, 'github_plugin_unique_identifier');
    return name === '' ? [] : [{ name: 'plugin', value: name.split('@')[0] ?? name }];
  });
  return [...settings, ...plugins];
}

const chatFeatures: ReadonlySet<string> = new Set([
  ...['opening_statement', 'suggested_questions', 'suggested_questions_after_answer', 'speech_to_text'],
  ...['text_to_speech', 'retriever_resource', 'sensitive_word_avoidance', 'annotation_reply', 'more_like_this'],
  'file_upload',
]);

function isOn(value: Json): boolean {
  if (isJsonObject(value)) return value['enabled'] === true || getMember(value, 'image', 'enabled') === true;
  return Array.isArray(value) ? value.length > 0 : value !== '' && value !== null && value !== false;
}
