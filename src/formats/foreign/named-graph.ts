import type { Json, JsonObject } from '@/base/json';
import type { CalledFlow, FindFlow } from './called-flows';
import type { ForeignGraph, ForeignNode, ForeignReference } from './foreign-graph';
import { GraphShape } from './graph-shape';
import { reservedNames, TaskNames } from './task-names';
import { listReferences } from './values';

/** An input of a run, and how it is declared. */
interface NamedInput {
  readonly name: string;
  readonly form: JsonObject;
}

/** A variable or a secret, by what it is called here. */
interface NamedVariable {
  readonly name: string;
  readonly isSecret: boolean;
}

/** A graph of any format with the names that its parts have here. A format adds what only it has. */
export abstract class NamedGraph {
  readonly graph: ForeignGraph;
  readonly shape: GraphShape;
  readonly names = new TaskNames(reservedNames);
  /** Nodes that become stand-ins although their kind is known, and why. */
  readonly replaced: ReadonlyMap<string, string>;
  /** The first task of each node. */
  readonly ids: ReadonlyMap<string, string>;
  /** The inputs of a run, by where the file has them: `start.topic`, `$form.topic`. */
  readonly inputs = new Map<string, NamedInput>();
  /** Variables and secrets, by scope and name. */
  readonly variables = new Map<string, NamedVariable>();
  /** What is read of a node, with what stands in for it. */
  readonly #wanted = new Map<string, Map<string, Json>>();
  readonly #extra = new Map<string, string>();

  /** Finds a graph that this one runs, if it was imported at the same time. */
  readonly #findFlow: FindFlow;

  constructor(
    graph: ForeignGraph,
    replaced: ReadonlyMap<string, string> = new Map(),
    findFlow: FindFlow = () => undefined,
  ) {
    this.graph = graph;
    this.replaced = replaced;
    this.#findFlow = findFlow;
    this.shape = new GraphShape(graph);
    for (const { name, raw } of graph.inputs) {
      const declared = name === '' ? undefined : this.declareInput(name, raw);
      if (declared !== undefined && !this.inputs.has(declared.key))
        this.inputs.set(declared.key, { name: this.names.take(declared.wish), form: declared.form });
    }
    for (const { scope, name, isSecret } of graph.variables) this.takeVariable(`${scope}.${name}`, name, isSecret);
    this.ids = new Map(
      graph.nodes.flatMap((node): [string, string][] =>
        this.isTask(node) ? [[node.id, this.names.take(node.title, this.describeKind(node))]] : [],
      ),
    );
    for (const node of graph.nodes)
      for (const expression of Object.values(node.fields))
        for (const reference of listReferences(expression)) this.#noteWanted(reference);
  }

  /** How an input of the file is declared: where the file has it, what it would like to be called, and its form. */
  protected abstract declareInput(
    name: string,
    raw: Json,
  ): { readonly key: string; readonly wish: string; readonly form: JsonObject };

  /** Whether a node is a step of a run, and so a task. */
  protected abstract isTask(node: ForeignNode): boolean;

  /** A word for a node whose title says nothing. */
  protected abstract describeKind(node: ForeignNode): string;

  /** The field that a reference reads, and what stands in for it if the node gives nothing here. */
  protected abstract describeWanted(reference: ForeignReference): readonly [field: string, value: Json] | undefined;

  /** By what a node calls the graph that it runs; undefined: it runs none. */
  protected abstract readFlowKey(node: ForeignNode): string | undefined;

  /** The graph that a node runs, if it was imported at the same time, and is taken along. */
  findCalled(node: ForeignNode): CalledFlow | undefined {
    const found = this.#findFlow(this.readFlowKey(node) ?? '');
    return found === 'left_out' ? undefined : found;
  }

  /** Whether a node runs a graph that is not taken along, as there are too many. */
  isLeftOut(node: ForeignNode): boolean {
    return this.#findFlow(this.readFlowKey(node) ?? '') === 'left_out';
  }

  findId(node: string): string {
    return this.ids.get(node) ?? 'task';
  }

  /** A further task of a node: `route`. The same each time. */
  takeExtraId(node: string, suffix: string): string {
    const key = `${node}/${suffix}`;
    const id = this.#extra.get(key) ?? this.names.take(`${this.findId(node)}_${suffix}`);
    this.#extra.set(key, id);
    return id;
  }

  /** Whether a further task of a node was asked for. */
  hasExtra(node: string, suffix: string): boolean {
    return this.#extra.has(`${node}/${suffix}`);
  }

  /** An input that the program gives to every run; it is declared once it is asked for. */
  protected takeInput(key: string, wish: string, form: JsonObject): NamedInput {
    const found = this.inputs.get(key) ?? { name: this.names.take(wish), form };
    this.inputs.set(key, found);
    return found;
  }

  /** A variable under its name here. A secret keeps its own, in capitals or not, as the file has it. */
  protected takeVariable(key: string, name: string, isSecret: boolean): NamedVariable {
    const found = this.variables.get(key) ?? { name: isSecret ? name : this.names.take(name), isSecret };
    this.variables.set(key, found);
    return found;
  }

  /** The fields that others read of a node, with what stands in for each. */
  readWanted(node: string): Readonly<Record<string, Json>> {
    return Object.fromEntries(this.#wanted.get(node) ?? []);
  }

  #noteWanted(reference: ForeignReference): void {
    if (!this.shape.find(reference.node)) return;
    const wanted = this.describeWanted(reference);
    if (wanted === undefined) return;
    const [field, value] = wanted;
    const fields = this.#wanted.get(reference.node) ?? new Map<string, Json>();
    this.#wanted.set(reference.node, fields);
    if (/^[A-Za-z_][\w-]*$/.test(field)) fields.set(field, value);
  }
}
