import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import {
  buildWorkflowForm,
  describeAcross,
  describeBackward,
  describeTexts,
  draftScope,
  type MappedGraph,
  type MappedNode,
  type NodeMapper,
} from '../draft';
import { drawLayout } from '../draw-layout';
import type { ForeignEdge, ForeignGraph, ForeignNode } from '../foreign-graph';
import type { ReportLine } from '../import-report';
import { attachDocuments, redraw, unknownKind } from '../node-context';
import { escapeValue, quoteCel, taskInCel } from '../values';
import { describeInputs, describeSettings, describeVariables } from './describe-rest';
import { DifyContext } from './dify-context';
import { DifyGraph, isMark, isRoot } from './dify-graph';
import { mapAggregator, mapAssigner, mapIfElse, mapIteration, mapLoop } from './map-flow-nodes';
import { mapHttp } from './map-http';
import { mapAgentNode, mapClassifier, mapExtractor, mapModelCall } from './map-model-nodes';
import { mapAnswer, mapCode, mapDocument, mapEnd, mapHuman, mapList, mapTemplate } from './map-work-nodes';

/** Maps a graph of Dify. `replaced`: nodes that become stand-ins, and why. */
export function mapDify(graph: ForeignGraph, replaced: ReadonlyMap<string, string>): MappedGraph {
  return new DifyMapper(graph, replaced).draw();
}

class DifyMapper implements NodeMapper {
  readonly #dify: DifyGraph;
  readonly #inner: ReportLine[] = [];
  readonly isMark = isMark;
  readonly isRoot = isRoot;

  constructor(graph: ForeignGraph, replaced: ReadonlyMap<string, string>) {
    this.#dify = new DifyGraph(graph, replaced);
  }

  get shape() {
    return this.#dify.shape;
  }

  draw(): MappedGraph {
    const dify = this.#dify;
    const { graph } = dify;
    const { tasks, lines } = draftScope(this, undefined);
    // Inputs that Dify gives by itself are known once all nodes have asked for them.
    const inputs = Object.fromEntries([...dify.inputs.values()].map(({ name, form }) => [name, form]));
    const variables = Object.fromEntries(
      graph.variables.flatMap(({ scope, name, value, isSecret }): [string, Json][] => {
        const named = dify.variables.get(`${scope}.${name}`);
        return isSecret || named === undefined ? [] : [[named.name, escapeValue(value)]];
      }),
    );
    const form = buildWorkflowForm(graph, { variables, inputs, tasks, layout: drawLayout(dify, tasks) });
    return {
      form,
      lines: [
        ...lines,
        ...this.#inner,
        ...describeBackward(dify.shape),
        ...describeAcross(graph, dify.shape),
        ...describeInputs(dify),
        ...describeVariables(dify),
        ...describeSettings(graph),
        ...describeTexts(graph),
      ],
      places: new Map([...dify.ids].map(([node, id]) => [id, node])),
    };
  }

  exitOf(id: string): string | undefined {
    return this.#dify.exitOfNode(id);
  }

  testOf({ from, port }: ForeignEdge): string | undefined {
    const node = this.shape.find(from);
    if (port === '' || node === undefined || this.#dify.replaced.has(from)) return undefined;
    const exit = this.exitOf(from);
    if (exit === undefined) return undefined;
    const task = taskInCel(exit);
    if (port === 'fail-branch') return `${task}.error != null`;
    if (port === 'success-branch') return `${task}.error == null`;
    if (node.kind === 'if-else' || node.kind === 'question-classifier')
      return `${task}.output.case == ${quoteCel(port)}`;
    if (node.kind === 'human-input')
      return port === '__timeout' ? `${task}.status == "SKIPPED"` : `${task}.output.action == ${quoteCel(port)}`;
    return undefined;
  }

  map(node: ForeignNode): MappedNode {
    if (node.kind === 'start') return this.#mapStart();
    if (isMark(node)) return this.#mapMark(node);
    const context = new DifyContext(this.#dify, node);
    const why = this.#dify.replaced.get(node.id);
    if (why !== undefined) return context.standIn(why, redraw);
    const map = getOwn(mappers, node.kind);
    if (map !== undefined) return map(context);
    const draw = (parent: string) => this.#drawInside(parent);
    if (node.kind === 'iteration') return mapIteration(context, draw);
    if (node.kind === 'loop') return mapLoop(context, draw);
    const reason = getOwn(standIns, node.kind);
    return reason === undefined ? context.standIn(unknownKind) : context.standIn(...reason);
  }

  #drawInside(parent: string): JsonObject {
    const { tasks, lines } = draftScope(this, parent);
    this.#inner.push(...lines);
    return tasks;
  }

  #mapStart(): MappedNode {
    const count = this.#dify.graph.inputs.length;
    const given = count === 0 ? 'nothing' : count === 1 ? '1 input' : `${count} inputs`;
    return { tasks: [], mark: 'exact', why: `A run begins here, and is given ${given}.` };
  }

  #mapMark({ kind }: ForeignNode): MappedNode {
    if (kind === 'iteration-start' || kind === 'loop-start')
      return { tasks: [], mark: 'exact', why: 'Where a round begins: what nothing leads to begins at once.' };
    return { tasks: [], mark: 'dropped', why: 'A run is started by a person, an API or cron.' };
  }
}

const mappers: Readonly<Record<string, (context: DifyContext) => MappedNode>> = {
  llm: mapModelCall,
  agent: mapAgentNode,
  'parameter-extractor': mapExtractor,
  'question-classifier': mapClassifier,
  'if-else': mapIfElse,
  'variable-aggregator': mapAggregator,
  'variable-assigner': mapAggregator,
  assigner: mapAssigner,
  code: mapCode,
  'template-transform': mapTemplate,
  'http-request': mapHttp,
  'document-extractor': mapDocument,
  'list-operator': mapList,
  'human-input': mapHuman,
  answer: mapAnswer,
  end: mapEnd,
  'loop-end': (context) =>
    context.done(
      [[context.id, { ...context.common(), type: 'script', inputs: { ended: true } }]],
      'The loop ends after this round.',
    ),
};

const standIns: Readonly<Record<string, readonly [why: string, todo: { readonly label: string }]>> = {
  tool: ['A tool of a plugin stays in Dify.', { label: 'Give it a tool' }],
  'knowledge-retrieval': ['The knowledge base stays in Dify, and nothing is found here.', attachDocuments],
  'knowledge-index': ['The knowledge base stays in Dify.', attachDocuments],
  datasource: ['The source of data stays in Dify.', { label: 'Make it an input' }],
};
