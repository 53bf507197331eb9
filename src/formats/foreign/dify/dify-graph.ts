import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import type { ForeignGraph, ForeignNode, ForeignReference } from '../foreign-graph';
import { GraphShape } from '../graph-shape';
import { listOf, memberOf, readPlain, textOf } from '../read-plain';
import { reservedNames, TaskNames } from '../task-names';
import { listReferences } from '../values';

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
export class DifyGraph {
  readonly graph: ForeignGraph;
  readonly shape: GraphShape;
  readonly names = new TaskNames(reservedNames);
  /** Nodes that become stand-ins although their kind is known. */
  readonly replaced: ReadonlyMap<string, string>;
  /** The task of each node. */
  readonly ids: ReadonlyMap<string, string>;
  /** The inputs of a run, by where Dify has them: `start.topic`, `sys.query`. */
  readonly inputs = new Map<string, { readonly name: string; readonly form: JsonObject }>();
  /** Variables and secrets, by scope and name. */
  readonly variables = new Map<string, { readonly name: string; readonly isSecret: boolean }>();
  /** What is read of a node that gives nothing here. */
  readonly #wanted = new Map<string, Map<string, Json>>();
  readonly #extra = new Map<string, string>();

  constructor(graph: ForeignGraph, replaced: ReadonlyMap<string, string>) {
    this.graph = graph;
    this.replaced = replaced;
    this.shape = new GraphShape(graph);
    for (const { name, raw } of graph.inputs) {
      if (name !== '') this.inputs.set(`start.${name}`, { name: this.names.take(name), form: readInputForm(raw) });
    }
    for (const { scope, name, isSecret } of graph.variables) {
      const key = `${scope}.${name}`;
      // A secret has its own names, in capitals or not, as the file has it.
      if (!this.variables.has(key))
        this.variables.set(key, { name: isSecret ? name : this.names.take(name), isSecret });
    }
    this.ids = new Map(
      graph.nodes.filter((node) => !isMark(node)).map((node) => [node.id, this.names.take(node.title, node.kind)]),
    );
    for (const node of graph.nodes) {
      for (const expression of Object.values(node.fields)) {
        for (const reference of listReferences(expression)) this.#noteWanted(reference);
      }
    }
  }

  idOf(node: string): string {
    return this.ids.get(node) ?? 'task';
  }

  /** A further task of a node: `route`. The same each time. */
  extraId(node: string, suffix: string): string {
    const key = `${node}/${suffix}`;
    const id = this.#extra.get(key) ?? this.names.take(`${this.idOf(node)}_${suffix}`);
    this.#extra.set(key, id);
    return id;
  }

  /** An input that Dify gives to every run; it is declared once it is asked for. */
  systemInput(name: string): { readonly name: string; readonly form: JsonObject } | undefined {
    const form = getOwn(systemValues, name);
    if (form === undefined) return undefined;
    const key = `sys.${name}`;
    const found = this.inputs.get(key) ?? {
      name: this.names.take(name === 'query' || name === 'files' ? name : `sys_${name}`),
      form,
    };
    this.inputs.set(key, found);
    return found;
  }

  /** The fields that others read of a node, with what stands in for each. */
  wantedOf(node: string): Readonly<Record<string, Json>> {
    return Object.fromEntries(this.#wanted.get(node) ?? []);
  }

  /** Whether a further task of a node was asked for. */
  hasExtra(node: string, suffix: string): boolean {
    return this.#extra.has(`${node}/${suffix}`);
  }

  /** The last task of a node; undefined: it has none. */
  exitOfNode(id: string): string | undefined {
    const own = this.ids.get(id);
    const node = this.shape.find(id);
    if (own === undefined || node === undefined || this.replaced.has(id)) return own;
    if (node.kind === 'question-classifier') return this.extraId(id, 'route');
    return node.kind === 'loop' ? this.extraId(id, 'values') : own;
  }

  /** Whether a node runs whenever what holds it does. */
  isAlwaysRun(id: string): boolean {
    const seen = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      for (const { port, from } of this.shape.edgesInto(at)) {
        if (port !== '') return false;
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
      for (const { to } of this.shape.edgesOutOf(at)) open.push(to);
    }
    return false;
  }

  #noteWanted({ node, path: [field] }: ForeignReference): void {
    if (field === undefined || !this.shape.find(node)) return;
    const fields = this.#wanted.get(node) ?? new Map<string, Json>();
    this.#wanted.set(node, fields);
    if (/^[A-Za-z_][\w-]*$/.test(field)) fields.set(field, standInValue(field));
  }
}

/** What a node that does nothing here gives for a field. */
function standInValue(field: string): Json {
  if (/^(text|output|answer|body|url|content)$/.test(field)) return '';
  return /^(result|json|files|documents?|images?|items|records?)$/.test(field) ? [] : null;
}

/** A schema, which some versions write as a text. */
function readSchemaOf(raw: Json): Json | undefined {
  const schema = memberOf(raw, 'json_schema');
  if (typeof schema !== 'string') return schema;
  const read = readPlain(schema);
  return read.ok ? read.value : undefined;
}

/** The declaration of an input: https://docs.dify.ai/en/guides/workflow/node/start */
function readInputForm(raw: Json): JsonObject {
  const label = textOf(raw, 'label');
  const hint = textOf(raw, 'hint') || textOf(raw, 'placeholder');
  const preset = memberOf(raw, 'default');
  const most = memberOf(raw, 'max_length');
  const common: JsonObject = {
    ...(label === '' || label === textOf(raw, 'variable') ? {} : { label }),
    ...(hint === '' ? {} : { description: hint }),
    ...(memberOf(raw, 'required') === true ? { required: true } : {}),
  };
  const withDefault = preset === undefined || preset === null || preset === '' ? {} : { default: preset };
  const text = { ...(typeof most === 'number' && most > 0 && Number.isInteger(most) ? { max_length: most } : {}) };
  switch (textOf(raw, 'type')) {
    case 'select': {
      const options = listOf(raw, 'options').filter(
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
