import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import type { ForeignNode, ForeignReference } from '../foreign-graph';
import { NamedGraph } from '../named-graph';
import { getList, getMember, getText, readPlain } from '../read-plain';
import { listReferences } from '../values';
import { readDefaults } from './read-defaults';

/** Points that Dify draws and that are no step of a run. */
const marks: ReadonlySet<string> = new Set([
  'start',
  'iteration-start',
  'loop-start',
  'trigger-webhook',
  'trigger-schedule',
  'trigger-plugin',
]);

/** Kinds that begin a run. */
const roots: ReadonlySet<string> = new Set([...marks, 'datasource']);

/** Kinds that may have default values, or another way where they fail. */
const canFail: ReadonlySet<string> = new Set(['llm', 'agent', 'code', 'http-request']);

export const isMark = ({ kind }: ForeignNode): boolean => marks.has(kind);
export const isRoot = ({ kind }: ForeignNode): boolean => roots.has(kind);

/** What a run of a chat is given by Dify itself. https://docs.dify.ai/en/guides/workflow/variables */
const systemValues: Readonly<Record<string, JsonObject>> = {
  query: { type: 'text', required: true, label: 'Question' },
  files: { type: 'file', multiple: true, label: 'Files', default: [] },
  user_id: { type: 'text', default: 'user' },
  conversation_id: { type: 'text', default: 'conversation' },
  dialogue_count: { type: 'number', integer: true, default: 1 },
  app_id: { type: 'text', default: 'app' },
  workflow_id: { type: 'text', default: 'workflow' },
  workflow_run_id: { type: 'text', default: 'run' },
  timestamp: { type: 'number', default: 0 },
};

/** A graph of Dify with the names that its parts have here. */
export class DifyGraph extends NamedGraph {
  protected override declareInput(name: string, raw: Json) {
    return { key: `start.${name}`, wish: name, form: readInputForm(raw) };
  }

  protected override isTask(node: ForeignNode): boolean {
    return !isMark(node);
  }

  protected override describeKind({ kind }: ForeignNode): string {
    return kind;
  }

  protected override describeWanted({ path: [field] }: ForeignReference): readonly [string, Json] | undefined {
    return field === undefined ? undefined : [field, createStandInValue(field)];
  }

  /** An input that Dify gives to every run; it is declared once it is asked for. */
  takeSystemInput(name: string) {
    const form = getOwn(systemValues, name);
    return form && this.takeInput(`sys.${name}`, name === 'query' || name === 'files' ? name : `sys_${name}`, form);
  }

  /** An input for what a trigger gives; it is declared once it is asked for. */
  takeTriggerInput(name: string) {
    return /^\w{1,80}$/.test(name)
      ? this.takeInput(`start.${name}`, name, { type: 'json', required: true })
      : undefined;
  }

  /** The input that a secret of the environment becomes which is the host of a request; undefined: it is none. */
  takeAddressInput(name: string) {
    if (this.variables.get(`env.${name}`)?.isSecret !== true) return undefined;
    const isHost = this.graph.nodes.some(
      ({ kind, raw }) => kind === 'http-request' && readHostVariable(getText(raw, 'url')) === name,
    );
    const form = { type: 'text', required: true, label: `Address ${name}` };
    return isHost ? this.takeInput(`env.${name}`, name, form) : undefined;
  }

  protected override readFlowKey({ kind, raw }: ForeignNode): string | undefined {
    const isFlow = kind === 'tool' && getText(raw, 'provider_type') === 'workflow';
    return isFlow ? getText(raw, 'provider_id') : undefined;
  }

  /** Whether a task behind a node gives what it gives, as that depends on how the node ended. */
  hasOutcome(node: ForeignNode): boolean {
    const { id, kind } = node;
    if (this.replaced.has(id) || !canFail.has(kind)) return false;
    if (this.hasDefaults(node)) return true;
    return kind === 'http-request' && Object.hasOwn(this.readWanted(id), 'status_code');
  }

  /** The last task of a node; undefined: it has none. */
  findExit(id: string): string | undefined {
    const own = this.ids.get(id);
    const node = this.shape.find(id);
    if (own === undefined || node === undefined || this.replaced.has(id)) return own;
    if (node.kind === 'question-classifier') return this.takeExtraId(id, 'route');
    if (this.hasOutcome(node)) return this.takeExtraId(id, 'outcome');
    return node.kind === 'loop' ? this.takeExtraId(id, 'values') : own;
  }

  /** Whether a node that fails gives default values. */
  hasDefaults({ raw }: ForeignNode): boolean {
    return getText(raw, 'error_strategy') === 'default-value' && Object.keys(readDefaults(raw)).length > 0;
  }

  /** Whether a node that fails goes on another way. The edges of the usual way have no name, or `success-branch`. */
  hasFailBranch(id: string): boolean {
    return getText(this.shape.find(id)?.raw, 'error_strategy') === 'fail-branch' && !this.replaced.has(id);
  }

  /** Whether a node runs whenever what holds it does. */
  isAlwaysRun(id: string): boolean {
    const seen = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      for (const { port, from } of this.shape.listEdgesInto(at)) {
        if (port !== '' || this.hasFailBranch(from)) return false;
        open.push(from);
      }
    }
    return true;
  }

  /** Whether a node, or one behind it, reads a field of another. */
  reads(id: string, node: string, field: string): boolean {
    const seen = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const found = this.shape.find(at);
      const isRead = Object.values(found?.fields ?? {}).some((expression) =>
        listReferences(expression).some((one) => one.node === node && one.path[0] === field),
      );
      if (isRead) return true;
      for (const { to } of this.shape.listEdgesOutOf(at)) open.push(to);
    }
    return false;
  }
}

/** The variable of the environment that an address begins with; undefined: it begins with none. */
const readHostVariable = (url: string): string | undefined =>
  /^\s*(?:https?:\/\/)?\{\{#env\.([^#{}]+)#\}\}/.exec(url)?.[1];

/** What a node that does nothing here gives for a field. */
function createStandInValue(field: string): Json {
  if (/^(text|output|answer|body|url|content)$/.test(field)) return '';
  return /^(result|json|files|documents?|images?|items|records?)$/.test(field) ? [] : null;
}

/** A schema, which some versions write as a text. */
function readSchemaOf(raw: Json): Json | undefined {
  const schema = getMember(raw, 'json_schema');
  if (typeof schema !== 'string') return schema;
  const read = readPlain(schema);
  return read.ok ? read.value : undefined;
}

/** The declaration of an input: https://docs.dify.ai/en/guides/workflow/node/start */
function readInputForm(raw: Json): JsonObject {
  const label = getText(raw, 'label');
  const hint = getText(raw, 'hint') || getText(raw, 'placeholder');
  const preset = getMember(raw, 'default');
  const most = getMember(raw, 'max_length');
  const common: JsonObject = {
    ...(label === '' || label === getText(raw, 'variable') ? {} : { label }),
    ...(hint === '' ? {} : { description: hint }),
    ...(getMember(raw, 'required') === true ? { required: true } : {}),
  };
  const withDefault = preset === undefined || preset === null || preset === '' ? {} : { default: preset };
  const text = { ...(typeof most === 'number' && most > 0 && Number.isInteger(most) ? { max_length: most } : {}) };
  switch (getText(raw, 'type')) {
    case 'select': {
      const options = getList(raw, 'options').filter(
        (option): option is string => typeof option === 'string' && option !== '',
      );
      if (options.length === 0) return { type: 'text', ...common };
      const fits = typeof preset === 'string' && options.includes(preset) ? { default: preset } : {};
      return { type: 'choice', ...common, options: [...new Set(options)], ...fits };
    }
    case 'number': {
      const number = typeof preset === 'string' && preset.trim() !== '' ? Number(preset) : preset;
      return {
        type: 'number',
        ...common,
        ...(typeof number === 'number' && Number.isFinite(number) ? { default: number } : {}),
      };
    }
    case 'checkbox':
      return { type: 'boolean', ...common, ...(typeof preset === 'boolean' ? { default: preset } : {}) };
    case 'file':
      return { type: 'file', ...common };
    case 'file-list':
      return { type: 'file', ...common, multiple: true, ...(common['required'] === true ? {} : { default: [] }) };
    case 'json_object':
    case 'json': {
      const schema = readSchemaOf(raw);
      return { type: 'json', ...common, ...(isJsonObject(schema) ? { schema } : {}) };
    }
    default:
      return { type: 'text', ...common, ...text, ...(typeof preset === 'string' ? withDefault : {}) };
  }
}
