import { getOwn } from '@/base/get-own';
import type { Json } from '@/base/json';
import type { FindFlow } from '../called-flows';
import type { DraftScope, MappedGraph, MappedNode } from '../draft';
import type { ForeignEdge, ForeignGraph, ForeignNode } from '../foreign-graph';
import { GraphMapper } from '../graph-mapper';
import type { ReportLine } from '../import-report';
import { attachDocuments, redraw, unknownKind } from '../node-context';
import { writeInput } from '../values';
import { describeFlowInputs, describeStart, describeState } from './describe-rest';
import { findExit, readField } from './find-output';
import { FlowiseContext } from './flowise-context';
import { FlowiseGraph, isStart } from './flowise-graph';
import { mapCondition, mapFlowIteration, mapLoopHolder, mapLoopNode, writeExitTest } from './map-flow-nodes';
import { mapConditionAgent, mapFlowAgent, mapFlowModel } from './map-model-nodes';
import { mapExecuteFlow, mapFlowHttp, mapFlowTool, mapFunction, mapHumanInput, mapReply } from './map-work-nodes';

/** Maps a graph of Flowise. `replaced`: nodes that become stand-ins, and why. */
export function mapFlowise(
  graph: ForeignGraph,
  replaced: ReadonlyMap<string, string>,
  findFlow: FindFlow,
): MappedGraph {
  return new FlowiseMapper(new FlowiseGraph(graph, replaced, findFlow)).draw();
}

/** How often a graph is drawn until every loop knows what it hands on: what is behind it asks for that. */
const mostPasses = 6;

class FlowiseMapper extends GraphMapper<FlowiseGraph> {
  override readonly isMark = isStart;
  override readonly isRoot = isStart;

  protected override drawAll(): DraftScope {
    const count = () => [...this.named.kept.values()].reduce((sum, names) => sum + names.size, 0);
    let drawn = super.drawAll();
    for (let pass = 1, kept = 0; pass < mostPasses && kept !== count(); pass += 1) {
      kept = count();
      drawn = super.drawAll();
    }
    return drawn;
  }

  protected override describeRest(): readonly ReportLine[] {
    const { named } = this;
    return [...describeFlowInputs(named), ...describeState(named), ...describeStart(named)];
  }

  protected override readResult({ id }: ForeignNode): Readonly<Record<string, Json>> | undefined {
    const found = readField(this.named, id, undefined);
    return found && { content: writeInput({ is: 'reference', node: '', path: [] }, () => found) };
  }

  /** A line for what the file draws: the node that holds a loop is none of it, and edges lead into its nodes. */
  protected override tellAsDrawn(line: ReportLine): readonly ReportLine[] {
    if (line.place.startsWith('node:loop:')) return [];
    const [, loop, number] = /^edge:(loop:[^/]*)\/exit_(\d+)\//.exec(line.place) ?? [];
    const edge = this.named.loops.get(loop ?? '')?.exits[Number(number)];
    if (edge === undefined) return [line];
    if (edge.port === '') return [];
    const title = (id: string) => this.named.shape.find(id)?.title ?? id;
    return [
      {
        ...line,
        place: `edge:${edge.from}/${edge.port}/${edge.to}`,
        old: `${title(edge.from)} → ${title(edge.to)}, by “${edge.port}”`,
      },
    ];
  }

  override findExit(id: string): string | undefined {
    const node = this.shape.find(id);
    return node === undefined || isStart(node) ? undefined : findExit(this.named, id);
  }

  override findTest({ from, port }: ForeignEdge): string | undefined {
    return writeExitTest(this.named, from, port);
  }

  override findStart(id: string): string | undefined {
    return this.named.findStart(id);
  }

  override map(node: ForeignNode): MappedNode {
    if (isStart(node)) return this.mapStart();
    const context = new FlowiseContext(this.named, node);
    const why = this.named.replaced.get(node.id);
    if (why !== undefined) return context.standIn(why, redraw);
    const map = getOwn(mappers, node.kind);
    if (map !== undefined) return map(context);
    const draw = (parent: string) => this.drawInside(parent);
    if (node.kind === 'iterationAgentflow') return mapFlowIteration(context, draw);
    const loop = this.named.loops.get(node.id);
    if (loop !== undefined) return mapLoopHolder(context, loop, draw);
    if (node.kind === 'retrieverAgentflow')
      return context.standIn('Its documents stay in Flowise, and nothing is found here.', attachDocuments);
    return context.standIn(unknownKind);
  }
}

const mappers: Readonly<Record<string, (context: FlowiseContext) => MappedNode>> = {
  llmAgentflow: mapFlowModel,
  agentAgentflow: mapFlowAgent,
  conditionAgentflow: mapCondition,
  conditionAgentAgentflow: mapConditionAgent,
  customFunctionAgentflow: mapFunction,
  httpAgentflow: mapFlowHttp,
  toolAgentflow: mapFlowTool,
  executeFlowAgentflow: mapExecuteFlow,
  directReplyAgentflow: mapReply,
  humanInputAgentflow: mapHumanInput,
  loopAgentflow: mapLoopNode,
};
