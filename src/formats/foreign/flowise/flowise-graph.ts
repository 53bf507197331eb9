import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import type { FindFlow } from '../called-flows';
import type { ForeignGraph, ForeignNode, ForeignReference } from '../foreign-graph';
import { NamedGraph } from '../named-graph';
import { getMember, getText } from '../read-plain';
import { NodeOrder } from './node-order';
import { readList } from './read-flowise';
import { loopKind, type RepeatedNodes, wrapLoops } from './wrap-loops';

export const isStart = ({ kind }: ForeignNode): boolean => kind === 'startAgentflow';

/** Kinds whose reply is part of the talk that nodes with a memory are sent. */
const speaking: ReadonlySet<string> = new Set(['llmAgentflow', 'agentAgentflow', 'humanInputAgentflow']);
export const isSpeaking = ({ kind }: ForeignNode): boolean => speaking.has(kind);

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
export class FlowiseGraph extends NamedGraph {
  readonly loops: ReadonlyMap<string, RepeatedNodes>;
  /** The values that a loop hands from round to round, by the name of each in it. */
  readonly kept = new Map<string, Map<SlotKey, string>>();
  readonly #orders = new Map<string | undefined, NodeOrder>();
  readonly #writers = new Map<SlotKey, string[]>();
  readonly #writersIn = new Map<string, readonly string[]>();

  constructor(given: ForeignGraph, replaced?: ReadonlyMap<string, string>, findFlow?: FindFlow) {
    const { graph, loops } = wrapLoops(given);
    super(graph, replaced, findFlow);
    this.loops = loops;
    for (const node of graph.nodes) {
      for (const { key } of readUpdates(node)) this.#addWriter(`state:${key}`, node.id);
      this.#addWriter(`node:${node.id}`, node.id);
      if (isSpeaking(node)) this.#addWriter('talk', node.id);
    }
  }

  protected override declareInput(name: string, raw: Json) {
    const form = name === 'question' ? (serverValues['question'] as JsonObject) : readInputForm(name, raw);
    return { key: name, wish: name.split('.').at(-1) ?? '', form };
  }

  protected override isTask(node: ForeignNode): boolean {
    return !isStart(node);
  }

  protected override describeKind({ kind }: ForeignNode): string {
    return kind.replace(/Agentflow$/, '');
  }

  protected override describeWanted({ path: [field = 'content'] }: ForeignReference): readonly [string, Json] {
    return [field, field === 'content' ? '' : null];
  }

  #addWriter(key: SlotKey, id: string): void {
    const known = this.#writers.get(key) ?? [];
    this.#writers.set(key, known);
    known.push(id);
  }

  protected override readFlowKey({ kind, raw }: ForeignNode): string | undefined {
    return kind === 'executeFlowAgentflow' ? getText(raw, 'executeFlowSelectedFlow') : undefined;
  }

  /** A value of the surroundings as an input; it is declared once it is asked for. */
  takeServerInput(key: string) {
    const form = getOwn(serverValues, key);
    return form && this.takeInput(key, key.replace(/^\$flow\./, ''), form);
  }

  /** A variable of the server, which an exported flow does not have; it is declared once it is asked for. */
  takeServerVariable(name: string, isSecret = /(?:key|token|secret|password|credential)s?$/i.test(name)) {
    return this.takeVariable(`$vars.${name}`, name, isSecret);
  }

  /** The order of the nodes in a container. */
  orderIn(parent: string | undefined): NodeOrder {
    const known = this.#orders.get(parent);
    if (known !== undefined) return known;
    const ids = this.shape.listChildren(parent).map(({ id }) => id);
    const order = new NodeOrder(ids, this.shape, (id) => this.findStart(id) !== undefined);
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
      while (at !== undefined && this.shape.findParent(at) !== parent) at = this.#parentLoop(at);
      if (at !== undefined) found.add(at);
    }
    const order = this.orderIn(parent);
    const writers = [...found].sort((left, right) => order.place(right) - order.place(left));
    this.#writersIn.set(place, writers);
    return writers;
  }

  /** The loop that a node is in; what an iteration writes stays in it. */
  #parentLoop(id: string): string | undefined {
    const parent = this.shape.findParent(id);
    return parent !== undefined && this.loops.has(parent) ? parent : undefined;
  }

  /** The name under which a loop keeps a value from round to round. */
  keep(loop: string, key: SlotKey): string {
    const names = this.kept.get(loop) ?? new Map<SlotKey, string>();
    this.kept.set(loop, names);
    const [kind = '', name = ''] = key.split(/:(.*)/);
    const base = (kind === 'node' ? this.findId(name) : name || kind).replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    let wish = base;
    const taken = new Set(names.values());
    for (let number = 2; !names.has(key) && taken.has(wish); number += 1) wish = `${base}_${number}`;
    const found = names.get(key) ?? wish;
    names.set(key, found);
    return found;
  }

  /** When a node of a loop with several places to begin at begins by itself, as CEL. */
  findStart(id: string): string | undefined {
    const parent = this.shape.findParent(id);
    const loop = parent === undefined ? undefined : this.loops.get(parent);
    if (loop === undefined || !hasSeveralStarts(loop)) return undefined;
    const tests = [
      ...(loop.entries.includes(id) ? ['state.next == ""'] : []),
      ...(loop.back.some(({ to }) => to === id) ? [`state.next == ${JSON.stringify(this.findId(id))}`] : []),
    ];
    return tests.length === 0 ? undefined : tests.join(' || ');
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
  return readList(getMember(raw, name)).flatMap((one, index) => {
    const key = getText(one, 'key');
    return /^[A-Za-z_]\w{0,60}$/.test(key) ? [{ key, path: `${name}.${index}.value` }] : [];
  });
}

/** The declaration of an input: `formInputTypes` of Start.ts. */
function readInputForm(name: string, raw: Json): JsonObject {
  const label = getText(raw, 'label');
  const common: JsonObject = label === '' || label === name.split('.').at(-1) ? {} : { label };
  const isNeeded = name.startsWith('$form.') || getMember(raw, 'required') === true;
  const required = isNeeded ? { required: true } : {};
  switch (getText(raw, 'type')) {
    case 'number':
      return { type: 'number', ...common, ...required };
    case 'boolean':
      return { type: 'boolean', ...common, default: false };
    case 'options': {
      const options = readList(getMember(raw, 'addOptions'))
        .map((one) => getText(one, 'option'))
        .filter(Boolean);
      return options.length === 0
        ? { type: 'text', ...common, ...required }
        : { type: 'choice', ...common, ...required, options: [...new Set(options)] };
    }
    default:
      return getText(raw, 'type').startsWith('array') || getText(raw, 'type') === 'object'
        ? { type: 'json', ...common, ...required }
        : { type: 'text', ...common, ...required };
  }
}
