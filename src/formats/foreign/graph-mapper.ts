import type { Json, JsonObject } from '@/base/json';
import {
  buildWorkflowForm,
  type DraftScope,
  describeAcross,
  describeBackward,
  describeTexts,
  draftScope,
  type MappedGraph,
  type MappedNode,
  type NodeMapper,
  passOn,
} from './draft';
import { drawLayout } from './draw-layout';
import type { ForeignEdge, ForeignNode } from './foreign-graph';
import type { ReportLine } from './import-report';
import type { NamedGraph } from './named-graph';
import { escapeValue, writeTaskInCel } from './values';

/** Draws a graph of any format as the form of a file. A format says what its nodes are, and what else has a line. */
export abstract class GraphMapper<G extends NamedGraph> implements NodeMapper {
  protected readonly named: G;
  #inner: ReportLine[] = [];

  constructor(named: G) {
    this.named = named;
  }

  abstract isMark(node: ForeignNode): boolean;
  abstract isRoot(node: ForeignNode): boolean;
  abstract findExit(id: string): string | undefined;
  abstract findTest(edge: ForeignEdge): string | undefined;
  abstract map(node: ForeignNode): MappedNode;

  findStart(_id: string): string | undefined {
    return undefined;
  }

  /** Lines for inputs, variables and settings. */
  protected abstract describeRest(): readonly ReportLine[];

  /** What the last task of a node gives as the result of the whole; undefined: it gives none. */
  protected abstract readResult(node: ForeignNode): Readonly<Record<string, Json>> | undefined;

  get shape() {
    return this.named.shape;
  }

  draw(): MappedGraph {
    const { named } = this;
    const { graph } = named;
    const { tasks, lines } = this.drawAll();
    // Inputs that the program gives by itself are known once all nodes have asked for them.
    const inputs = Object.fromEntries([...named.inputs.values()].map(({ name, form }) => [name, form]));
    const values = new Map(graph.variables.map(({ scope, name, value }) => [`${scope}.${name}`, value]));
    const variables = Object.fromEntries(
      [...named.variables].flatMap(([key, { name, isSecret }]): [string, Json][] =>
        isSecret ? [] : [[name, escapeValue(values.get(key) ?? '')]],
      ),
    );
    const form = buildWorkflowForm(graph, { variables, inputs, tasks, layout: drawLayout(named, tasks) });
    return {
      form,
      result: this.#writeResult(),
      lines: [
        ...[...lines, ...this.#inner].flatMap((line) => this.tellAsDrawn(line)),
        ...describeBackward(named.shape),
        ...describeAcross(graph, named.shape),
        ...this.describeRest(),
        ...describeTexts(graph),
      ],
      places: new Map([...named.ids].map(([node, id]) => [id, node])),
    };
  }

  /** Draws the nodes that are in no other. */
  protected drawAll(): DraftScope {
    this.#inner = [];
    return draftScope(this, undefined);
  }

  /** Draws the nodes in a container. */
  protected drawInside(parent: string): JsonObject {
    const { tasks, lines } = draftScope(this, parent);
    this.#inner.push(...lines);
    return tasks;
  }

  protected mapStart(): MappedNode {
    const count = this.named.graph.inputs.length;
    const given = count === 0 ? 'nothing' : count === 1 ? '1 input' : `${count} inputs`;
    return { tasks: [], mark: 'exact', why: `A run begins here, and is given ${given}.` };
  }

  /** A line for what the file draws; a format that draws nodes of its own leaves theirs out. */
  protected tellAsDrawn(line: ReportLine): readonly ReportLine[] {
    return [line];
  }

  /** A task that gives the result of the whole: what the first node at an end gave that has run. */
  #writeResult(): JsonObject {
    const ends = this.shape.listChildren(undefined).flatMap((node) => {
      const given = this.shape.listEdgesOutOf(node.id).length > 0 ? undefined : this.readResult(node);
      const exit = this.findExit(node.id);
      return given === undefined || exit === undefined ? [] : [{ exit, task: passOn(given) }];
    });
    const [first] = ends;
    if (first === undefined) return passOn({});
    const waits = { depends_on: ends.map(({ exit }) => exit) };
    if (ends.length === 1) return { ...first.task, ...waits };
    const cases = ends.map(({ exit, task }) => ({ test: `${writeTaskInCel(exit)}.status != "SKIPPED"`, task }));
    return { type: 'cond', cases, else: passOn({}), ...waits };
  }
}
