import { type Edge, type Node, Position } from '@xyflow/react';
import { type Point, taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import { edgeKind } from '@/workflow/graph/reads';
import { nodeHeight, nodeWidth, type Positions, portSize, portY } from './node-geometry';

/** A task as React Flow sees it. What is drawn in it comes from the stores, by the id; only the place is here. */
export type TaskFlowNode = Node<Record<string, never>, 'task'>;
export type DependencyFlowEdge = Edge<{ readonly kind: 'data' | 'order' }, 'dependency'>;

const size = { width: nodeWidth, height: nodeHeight };
const data: Record<string, never> = {};
/** Given, so that React Flow measures nothing. */
const handles = [
  { type: 'target', position: Position.Left, x: -portSize / 2 },
  { type: 'source', position: Position.Right, x: nodeWidth - portSize / 2 },
].map((handle) => ({ ...handle, y: portY - portSize / 2, width: portSize, height: portSize })) as NonNullable<
  TaskFlowNode['handles']
>;
/** We handle the pointer ourselves, for which React Flow would switch it off; and which node is on top is said in CSS. */
const style = { pointerEvents: 'all', zIndex: 'var(--node-z, 0)' } as const;

/** Turns a document into React Flow's nodes and edges. What has not changed stays the same object, and is not drawn again. */
export interface FlowProjection {
  nodes(positions: Positions): TaskFlowNode[];
  edges(document: WorkflowDocument): DependencyFlowEdge[];
}

/** Makes a projection, which remembers what it last gave. One for each canvas. */
export function createFlowProjection(): FlowProjection {
  let nodes = new Map<string, TaskFlowNode>();
  let edges = new Map<string, DependencyFlowEdge>();
  let edgeList: DependencyFlowEdge[] = [];
  return {
    nodes(positions) {
      const next = new Map<string, TaskFlowNode>();
      for (const [id, at] of positions) {
        const before = nodes.get(id);
        next.set(id, before && isAt(before, at) ? before : nodeAt(id, at));
      }
      nodes = next;
      return [...next.values()];
    },
    edges(document) {
      const next = new Map<string, DependencyFlowEdge>();
      let same = true;
      for (const to of taskIds(document)) {
        for (const from of taskOf(document, to)?.dependsOn ?? []) {
          if (!taskOf(document, from)) continue;
          const id = edgeId(from, to);
          const kind = edgeKind(document, from, to);
          const before = edges.get(id);
          const kept = before?.data?.kind === kind;
          same &&= kept;
          next.set(id, kept ? before : edgeBetween(id, from, to, kind));
        }
      }
      if (!same || next.size !== edges.size) edgeList = [...next.values()];
      edges = next;
      return edgeList;
    },
  };
}

/** Id of the edge between two tasks; `→` is in no task's id. */
function edgeId(from: string, to: string): string {
  return `${from}→${to}`;
}

function isAt({ position }: TaskFlowNode, [x, y]: Point): boolean {
  return position.x === x && position.y === y;
}

function nodeAt(id: string, [x, y]: Point): TaskFlowNode {
  return { id, type: 'task', position: { x, y }, ...size, measured: size, handles, data, style };
}

function edgeBetween(id: string, from: string, to: string, kind: 'data' | 'order'): DependencyFlowEdge {
  return { id, type: 'dependency', source: from, target: to, data: { kind }, ariaLabel: `${to} runs after ${from}` };
}
