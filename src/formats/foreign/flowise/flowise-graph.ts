import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import type { ForeignGraph, ForeignNode, ForeignReference } from '../foreign-graph';
import { GraphShape } from '../graph-shape';
import { memberOf, textOf } from '../read-plain';
import { reservedNames, TaskNames } from '../task-names';
import { listReferences } from '../values';
import { NodeOrder } from './node-order';
import { readList } from './read-flowise';
import { loopKind, type RepeatedNodes, wrapLoops } from './wrap-loops';

export const isStart = ({ kind }: ForeignNode): boolean => kind === 'startAgentflow';

/** Kinds whose reply is part of the talk that nodes with a memory are sent. */
const speaking: ReadonlySet<string> = new Set(['llmAgentflow', 'agentAgentflow', 'humanInputAgentflow']);
export const isSpeaking = ({ kind }: ForeignNode): boolean => speaking.has(kind);

/** An input of a run, and how it is declared. */
interface NamedInput {
  readonly name: string;
  readonly form: JsonObject;
}

/** What a run of Flowise is given by the server (`resolveVariables` in buildAgentflow.ts). */
const serverValues: Readonly<Record<string, JsonObject>> = {
  question: { type: 'text', required: true, label: 'Question' },
  current_date_time: { type: 'text', default: '', label: 'Date and time' },
  file_attachment: { type: 'text', default: '', label: 'Text of the attached files' },
  '$flow.sessionId': { type: 'text', default: 'session' },
  '$flow.chatId': { type: 'text', default: 'chat' },
  '$flow.chatflowId': { type: 'text', default: 'flow' },
  '$flow.input': { type: 'text', default: '' },
};

/** What a value that changes during a run is kept under: `state:sqlQuery`, `node:llmAgentflow_0`, `talk`. */
export type SlotKey = string;

/** A graph of Flowise with the names that its parts have here. */
export class FlowiseGraph {
  readonly graph: ForeignGraph;
  readonly shape: GraphShape;
  readonly loops: ReadonlyMap<string, RepeatedNodes>;
  readonly names = new TaskNames(reservedNames);
  /** Nodes that become stand-ins although their kind is known. */
  readonly replaced: ReadonlyMap<string, string>;
  /** The task of each node. */
  readonly ids: ReadonlyMap<string, string>;
  /** The inputs of a run, by where Flowise has them: `$form.topic`, `question`. */
  readonly inputs = new Map<string, NamedInput>();
  /** Variables and secrets, by scope and name. */
  readonly variables = new Map<string, { readonly name: string; readonly isSecret: boolean }>();
  /** The values that a loop hands from round to round, by the name of each in it. */
  readonly kept = new Map<string, Map<SlotKey, string>>();
  readonly #wanted = new Map<string, Map<string, Json>>();
  readonly #extra = new Map<string, string>();
  readonly #orders = new Map<string | undefined, NodeOrder>();
  readonly #writers = new Map<SlotKey, string[]>();
  readonly #writersIn = new Map<string, readonly string[]>();

  constructor(given: ForeignGraph, replaced: ReadonlyMap<string, string>) {
    const { graph, loops } = wrapLoops(given);
    this.graph = graph;
    this.loops = loops;
    this.replaced = replaced;
    this.shape = new GraphShape(graph);
    for (const { name, raw } of graph.inputs) {
      const form = name === 'question' ? (serverValues['question'] as JsonObject) : readInputForm(name, raw);
      if (!this.inputs.has(name)) this.inputs.set(name, { name: this.names.take(name.split('.').at(-1) ?? ''), form });
    }
    for (const { scope, name, isSecret } of graph.variables)
      this.variables.set(`${scope}.${name}`, { name: isSecret ? name : this.names.take(name), isSecret });
    this.ids = new Map(
      graph.nodes
        .filter((node) => !isStart(node))
        .map((node) => [node.id, this.names.take(node.title, node.kind.replace(/Agentflow$/, ''))]),
    );
    for (const node of graph.nodes) {
      for (const expression of Object.values(node.fields)) {
        for (const reference of listReferences(expression)) this.#noteWanted(reference);
      }
      for (const { key } of readUpdates(node)) this.#addWriter(`state:${key}`, node.id);
      this.#addWriter(`node:${node.id}`, node.id);
      if (isSpeaking(node)) this.#addWriter('talk', node.id);
    }
  }

  #addWriter(key: SlotKey, id: string): void {
    const known = this.#writers.get(key) ?? [];
    this.#writers.set(key, known);
    known.push(id);
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

  /** A value of the surroundings as an input; it is declared once it is asked for. */
  serverInput(key: string): NamedInput | undefined {
    const form = getOwn(serverValues, key);
    if (form === undefined) return undefined;
    const found = this.inputs.get(key) ?? { name: this.names.take(key.replace(/^\$flow\./, '')), form };
    this.inputs.set(key, found);
    return found;
  }

  /** A variable of the server, which an exported flow does not have; it is declared once it is asked for. */
  serverVariable(name: string): { readonly name: string; readonly isSecret: boolean } {
    const key = `$vars.${name}`;
    const isSecret = /(?:key|token|secret|password|credential)s?$/i.test(name);
    const found = this.variables.get(key) ?? { name: isSecret ? name : this.names.take(name), isSecret };
    this.variables.set(key, found);
    return found;
  }

  /** The fields that others read of a node, with what stands in for each. */
  wantedOf(node: string): Readonly<Record<string, Json>> {
    return Object.fromEntries(this.#wanted.get(node) ?? []);
  }

  /** The order of the nodes in a container. */
  orderIn(parent: string | undefined): NodeOrder {
    const known = this.#orders.get(parent);
    if (known !== undefined) return known;
    const ids = this.shape.childrenOf(parent).map(({ id }) => id);
    const order = new NodeOrder(ids, this.shape, (id) => this.startOf(id) !== undefined);
    this.#orders.set(parent, order);
    return order;
  }

  /** The nodes of a container that write a value, from the last to the first. */
  writersIn(parent: string | undefined, key: SlotKey): readonly string[] {
    const place = `${parent ?? ''}\n${key}`;
    const known = this.#writersIn.get(place);
    if (known !== undefined) return known;
    const found = new Set<string>();
    for (const writer of this.#writers.get(key) ?? []) {
      let at: string | undefined = writer;
      while (at !== undefined && this.shape.parentOf(at) !== parent) at = this.#parentLoop(at);
      if (at !== undefined) found.add(at);
    }
    const order = this.orderIn(parent);
    const writers = [...found].sort((left, right) => order.place(right) - order.place(left));
    this.#writersIn.set(place, writers);
    return writers;
  }

  /** The loop that a node is in; what an iteration writes stays in it. */
  #parentLoop(id: string): string | undefined {
    const parent = this.shape.parentOf(id);
    return parent !== undefined && this.loops.has(parent) ? parent : undefined;
  }

  /** The name under which a loop keeps a value from round to round. */
  keep(loop: string, key: SlotKey): string {
    const names = this.kept.get(loop) ?? new Map<SlotKey, string>();
    this.kept.set(loop, names);
    const [kind = '', name = ''] = key.split(/:(.*)/);
    const base = (kind === 'node' ? this.idOf(name) : name || kind).replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    let wish = base;
    const taken = new Set(names.values());
    for (let number = 2; !names.has(key) && taken.has(wish); number += 1) wish = `${base}_${number}`;
    const found = names.get(key) ?? wish;
    names.set(key, found);
    return found;
  }

  /** When a node of a loop with several places to begin at begins by itself, as CEL. */
  startOf(id: string): string | undefined {
    const parent = this.shape.parentOf(id);
    const loop = parent === undefined ? undefined : this.loops.get(parent);
    if (loop === undefined || !hasSeveralStarts(loop)) return undefined;
    const tests = [
      ...(loop.entries.includes(id) ? ['state.next == ""'] : []),
      ...(loop.back.some(({ to }) => to === id) ? [`state.next == ${JSON.stringify(this.idOf(id))}`] : []),
    ];
    return tests.length === 0 ? undefined : tests.join(' || ');
  }

  #noteWanted({ node, path }: ForeignReference): void {
    if (!this.shape.find(node)) return;
    const fields = this.#wanted.get(node) ?? new Map<string, Json>();
    this.#wanted.set(node, fields);
    const field = path[0] ?? 'content';
    if (/^[A-Za-z_][\w-]*$/.test(field)) fields.set(field, field === 'content' ? '' : null);
  }
}

/** Whether rounds of a loop begin at different nodes. */
export function hasSeveralStarts({ entries, back }: RepeatedNodes): boolean {
  return new Set([...entries, ...back.map(({ to }) => to)]).size > 1;
}

/** What a node writes into the state of the flow: `llmUpdateState`, `loopUpdateState`. */
export function readUpdates({ raw, kind }: ForeignNode): readonly { readonly key: string; readonly path: string }[] {
  if (kind === loopKind || kind === 'startAgentflow') return [];
  const name = `${kind.replace(/Agentflow$/, '')}UpdateState`;
  return readList(memberOf(raw, name)).flatMap((one, index) => {
    const key = textOf(one, 'key');
    return /^[A-Za-z_]\w{0,60}$/.test(key) ? [{ key, path: `${name}.${index}.value` }] : [];
  });
}

/** The declaration of an input: `formInputTypes` of Start.ts. */
function readInputForm(name: string, raw: Json): JsonObject {
  const label = textOf(raw, 'label');
  const common: JsonObject = label === '' || label === name.split('.').at(-1) ? {} : { label };
  const isNeeded = name.startsWith('$form.') || memberOf(raw, 'required') === true;
  const required = isNeeded ? { required: true } : {};
  switch (textOf(raw, 'type')) {
    case 'number':
      return { type: 'number', ...common, ...required };
    case 'boolean':
      return { type: 'boolean', ...common, default: false };
    case 'options': {
      const options = readList(memberOf(raw, 'addOptions'))
        .map((one) => textOf(one, 'option'))
        .filter(Boolean);
      return options.length === 0
        ? { type: 'text', ...common, ...required }
        : { type: 'choice', ...common, ...required, options: [...new Set(options)] };
    }
    default:
      return textOf(raw, 'type').startsWith('array') || textOf(raw, 'type') === 'object'
        ? { type: 'json', ...common, ...required }
        : { type: 'text', ...common, ...required };
  }
}
