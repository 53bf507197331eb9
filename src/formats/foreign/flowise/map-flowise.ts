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
import { escapeValue } from '../values';
import { describeFlowInputs, describeStart, describeState } from './describe-rest';
import { exitOf } from './find-output';
import { FlowiseContext } from './flowise-context';
import { FlowiseGraph, isStart } from './flowise-graph';
import { mapCondition, mapFlowIteration, mapLoopHolder, mapLoopNode, writeExitTest } from './map-flow-nodes';
import { mapConditionAgent, mapFlowAgent, mapFlowModel } from './map-model-nodes';
import { mapExecuteFlow, mapFlowHttp, mapFlowTool, mapFunction, mapHumanInput, mapReply } from './map-work-nodes';

/** Maps a graph of Flowise. `replaced`: nodes that become stand-ins, and why. */
export function mapFlowise(graph: ForeignGraph, replaced: ReadonlyMap<string, string>): MappedGraph {
  return new FlowiseMapper(graph, replaced).draw();
}

/** How often a graph is drawn until every loop knows what it hands on: what is behind it asks for that. */
const mostPasses = 6;

class FlowiseMapper implements NodeMapper {
  readonly #flow: FlowiseGraph;
  #inner: ReportLine[] = [];
  readonly isMark = isStart;
  readonly isRoot = isStart;

  constructor(graph: ForeignGraph, replaced: ReadonlyMap<string, string>) {
    this.#flow = new FlowiseGraph(graph, replaced);
  }

  get shape() {
    return this.#flow.shape;
  }

  draw(): MappedGraph {
    const flow = this.#flow;
    const { graph } = flow;
    let drawn = draftScope(this, undefined);
    const count = () => [...flow.kept.values()].reduce((sum, names) => sum + names.size, 0);
    for (let pass = 1, kept = 0; pass < mostPasses && kept !== count(); pass += 1) {
      kept = count();
      this.#inner = [];
      drawn = draftScope(this, undefined);
    }
    const { tasks, lines } = drawn;
    const inputs = Object.fromEntries([...flow.inputs.values()].map(({ name, form }) => [name, form]));
    const values = new Map(graph.variables.map(({ scope, name, value }) => [`${scope}.${name}`, value]));
    const variables = Object.fromEntries(
      [...flow.variables].flatMap(([key, { name, isSecret }]): [string, Json][] =>
        isSecret ? [] : [[name, escapeValue(values.get(key) ?? '')]],
      ),
    );
    const form = buildWorkflowForm(graph, { variables, inputs, tasks, layout: drawLayout(flow, tasks) });
    return {
      form,
      lines: [
        ...[...lines, ...this.#inner].flatMap((line) => this.#tellAsDrawn(line)),
        ...describeBackward(flow.shape),
        ...describeAcross(graph, flow.shape),
        ...describeFlowInputs(flow),
        ...describeState(flow),
        ...describeStart(flow),
        ...describeTexts(graph),
      ],
      places: new Map([...flow.ids].map(([node, id]) => [id, node])),
    };
  }

  /** A line for what the file draws: the node that holds a loop is none of it, and edges lead into its nodes. */
  #tellAsDrawn(line: ReportLine): ReportLine[] {
    if (line.place.startsWith('node:loop:')) return [];
    const [, loop, number] = /^edge:(loop:[^/]*)\/exit_(\d+)\//.exec(line.place) ?? [];
    const edge = this.#flow.loops.get(loop ?? '')?.exits[Number(number)];
    if (edge === undefined) return [line];
    if (edge.port === '') return [];
    const title = (id: string) => this.#flow.shape.find(id)?.title ?? id;
    return [
      {
        ...line,
        place: `edge:${edge.from}/${edge.port}/${edge.to}`,
        old: `${title(edge.from)} → ${title(edge.to)}, by “${edge.port}”`,
      },
    ];
  }

  exitOf(id: string): string | undefined {
    const node = this.shape.find(id);
    return node === undefined || isStart(node) ? undefined : exitOf(this.#flow, id);
  }

  testOf({ from, port }: ForeignEdge): string | undefined {
    return writeExitTest(this.#flow, from, port);
  }

  startOf(id: string): string | undefined {
    return this.#flow.startOf(id);
  }

  map(node: ForeignNode): MappedNode {
    if (isStart(node)) return this.#mapStart();
    const context = new FlowiseContext(this.#flow, node);
    const why = this.#flow.replaced.get(node.id);
    if (why !== undefined) return context.standIn(why, redraw);
    const map = getOwn(mappers, node.kind);
    if (map !== undefined) return map(context);
    const draw = (parent: string) => this.#drawInside(parent);
    if (node.kind === 'iterationAgentflow') return mapFlowIteration(context, draw);
    const loop = this.#flow.loops.get(node.id);
    if (loop !== undefined) return mapLoopHolder(context, loop, draw);
    if (node.kind === 'retrieverAgentflow')
      return context.standIn('Its documents stay in Flowise, and nothing is found here.', attachDocuments);
    return context.standIn(unknownKind);
  }

  #drawInside(parent: string): JsonObject {
    const { tasks, lines } = draftScope(this, parent);
    this.#inner.push(...lines);
    return tasks;
  }

  #mapStart(): MappedNode {
    const count = this.#flow.graph.inputs.length;
    const given = count === 0 ? 'nothing' : count === 1 ? '1 input' : `${count} inputs`;
    return { tasks: [], mark: 'exact', why: `A run begins here, and is given ${given}.` };
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
