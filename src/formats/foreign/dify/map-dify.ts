import { getOwn } from '@/base/get-own';
import type { Json } from '@/base/json';
import type { FindFlow } from '../called-flows';
import type { MappedGraph, MappedNode } from '../draft';
import type { ForeignEdge, ForeignGraph, ForeignNode } from '../foreign-graph';
import { GraphMapper } from '../graph-mapper';
import type { ReportLine } from '../import-report';
import { attachDocuments, redraw, unknownKind } from '../node-context';
import { quoteCel, writeTaskInCel } from '../values';
import { describeInputs, describeSettings, describeVariables } from './describe-rest';
import { DifyContext } from './dify-context';
import { DifyGraph, isMark, isRoot } from './dify-graph';
import { mapDifyTool } from './map-dify-tool';
import { mapAggregator, mapAssigner, mapIfElse, mapIteration, mapLoop } from './map-flow-nodes';
import { mapHttp } from './map-http';
import { mapAgentNode, mapClassifier, mapExtractor, mapModelCall } from './map-model-nodes';
import { mapAnswer, mapCode, mapDocument, mapEnd, mapHuman, mapList, mapTemplate, readOutputs } from './map-work-nodes';
import { addOutcome } from './outcomes';

/** Maps a graph of Dify. `replaced`: nodes that become stand-ins, and why. */
export function mapDify(graph: ForeignGraph, replaced: ReadonlyMap<string, string>, findFlow: FindFlow): MappedGraph {
  return new DifyMapper(new DifyGraph(graph, replaced, findFlow)).draw();
}

class DifyMapper extends GraphMapper<DifyGraph> {
  override readonly isMark = isMark;
  override readonly isRoot = isRoot;

  protected override describeRest(): readonly ReportLine[] {
    const { named } = this;
    return [...describeInputs(named), ...describeVariables(named), ...describeSettings(named.graph)];
  }

  /** What a workflow gives as a tool: the outputs of its end. */
  protected override readResult(node: ForeignNode): Readonly<Record<string, Json>> | undefined {
    return node.kind === 'end' ? readOutputs(new DifyContext(this.named, node)) : undefined;
  }

  override findExit(id: string): string | undefined {
    return this.named.findExit(id);
  }

  override findTest({ from, port }: ForeignEdge): string | undefined {
    const node = this.shape.find(from);
    const own = this.named.ids.get(from);
    if (node === undefined || own === undefined || this.named.replaced.has(from)) return undefined;
    if (this.named.hasFailBranch(from))
      return `${writeTaskInCel(own)}.error ${port === 'fail-branch' ? '!=' : '=='} null`;
    const exit = this.findExit(from);
    if (port === '' || exit === undefined) return undefined;
    const task = writeTaskInCel(exit);
    if (node.kind === 'if-else' || node.kind === 'question-classifier')
      return `${task}.output.case == ${quoteCel(port)}`;
    if (node.kind === 'human-input')
      return port === '__timeout' ? `${task}.status == "SKIPPED"` : `${task}.output.action == ${quoteCel(port)}`;
    return undefined;
  }

  override map(node: ForeignNode): MappedNode {
    if (node.kind === 'start') return this.mapStart();
    if (isMark(node)) return this.#mapMark(node);
    const context = new DifyContext(this.named, node);
    const why = this.named.replaced.get(node.id);
    if (why !== undefined) return context.standIn(why, redraw);
    const map = getOwn(mappers, node.kind);
    if (map !== undefined) return addOutcome(context, map(context));
    const draw = (parent: string) => this.drawInside(parent);
    if (node.kind === 'iteration') return mapIteration(context, draw);
    if (node.kind === 'loop') return mapLoop(context, draw);
    const reason = getOwn(standIns, node.kind);
    return reason === undefined ? context.standIn(unknownKind) : context.standIn(...reason);
  }

  #mapMark({ kind }: ForeignNode): MappedNode {
    if (kind === 'iteration-start' || kind === 'loop-start')
      return { tasks: [], mark: 'exact', why: 'Where a round begins: what nothing leads to begins at once.' };
    const why = 'A run is started by a person, an API or cron';
    return kind === 'trigger-schedule'
      ? { tasks: [], mark: 'dropped', why: `${why}.` }
      : { tasks: [], mark: 'adapted', why: `${why}, and what the trigger gives is an input of it.` };
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
  tool: mapDifyTool,
  'loop-end': (context) =>
    context.done(
      [[context.id, { ...context.common(), type: 'script', inputs: { ended: true } }]],
      'The loop ends after this round.',
    ),
};

const standIns: Readonly<Record<string, readonly [why: string, todo: { readonly label: string }]>> = {
  'knowledge-retrieval': ['The knowledge base stays in Dify, and nothing is found here.', attachDocuments],
  'knowledge-retrieval-v2': ['The knowledge base stays in Dify, and nothing is found here.', attachDocuments],
  'knowledge-index': ['The knowledge base stays in Dify.', attachDocuments],
  datasource: ['The source of data stays in Dify.', { label: 'Make it an input' }],
};
