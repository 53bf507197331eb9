import { type Edge, type Node, Position } from '@xyflow/react';
import { taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import { edgeKind } from '@/workflow/graph/reads';
import { type Place, placeIn } from '@/workflow/place';
import type { TaskRecord } from '@/workflow/task-record';
import type { Box, Boxes } from '../geometry/boxes';
import { portSize, portY } from '../geometry/node-geometry';

/** A task as React Flow sees it. What is drawn in it comes from the stores, by its place; only position and size are here. */
export type TaskFlowNode = Node<Record<string, never>, 'task' | 'container'>;
export type DependencyFlowEdge = Edge<{ readonly kind: 'data' | 'order' }, 'dependency'>;

const data: Record<string, never> = {};

/** Turns a document into React Flow's nodes and edges. What has not changed stays the same object, and is not drawn again. */
export interface FlowProjection {
  nodes(boxes: Boxes): TaskFlowNode[];
  edges(document: WorkflowDocument, boxes: Boxes): DependencyFlowEdge[];
}

/** Makes a projection, which remembers what it last gave. One for each canvas. */
export function createFlowProjection(): FlowProjection {
  let nodes = new Map<Place, TaskFlowNode>();
  let edges = new Map<string, DependencyFlowEdge>();
  let edgeList: DependencyFlowEdge[] = [];
  return {
    nodes(boxes) {
      const next = new Map<Place, TaskFlowNode>();
      for (const [place, box] of boxes) {
        const before = nodes.get(place);
        next.set(place, before && isAt(before, box) ? before : nodeAt(box));
      }
      nodes = next;
      return [...next.values()];
    },
    edges(document, boxes) {
      const next = new Map<string, DependencyFlowEdge>();
      let same = true;
      const add = (scope: WorkflowDocument, holder: Place | undefined, depth: number) => {
        for (const to of taskIds(scope)) {
          for (const from of taskOf(scope, to)?.dependsOn ?? []) {
            if (!taskOf(scope, from)) continue;
            const [source, target] = holder === undefined ? [from, to] : [placeIn(holder, from), placeIn(holder, to)];
            const id = edgeId(source, target);
            const kind = edgeKind(scope, from, to);
            const before = edges.get(id);
            const kept = before?.data?.kind === kind && before.zIndex === depth;
            same &&= kept;
            next.set(
              id,
              kept ? before : edgeBetween({ id, source, target, kind, depth, label: `${to} runs after ${from}` }),
            );
          }
        }
      };
      add(document, undefined, 0);
      for (const { place, task, open, depth } of boxes.values()) {
        if (open && task.type === 'group') add(within(document, task.subtasks ?? {}), place, depth + 1);
      }
      if (!same || next.size !== edges.size) edgeList = [...next.values()];
      edges = next;
      return edgeList;
    },
  };
}

/** The subtasks of a group as a document of their own. */
function within(document: WorkflowDocument, tasks: TaskRecord): WorkflowDocument {
  return document.context === undefined ? { tasks } : { tasks, context: document.context };
}

/** Id of the edge between two tasks; `→` is in no place. */
function edgeId(from: Place, to: Place): string {
  return `${from}→${to}`;
}

function isAt({ position, width, height, type, zIndex }: TaskFlowNode, box: Box): boolean {
  return (
    position.x === box.x &&
    position.y === box.y &&
    width === box.width &&
    height === box.height &&
    zIndex === box.depth &&
    (type === 'container') === box.open
  );
}

function nodeAt({ place, x, y, width, height, depth, open }: Box): TaskFlowNode {
  const size = { width, height };
  return {
    id: place,
    type: open ? 'container' : 'task',
    position: { x, y },
    ...size,
    measured: size,
    handles: handlesOf(width),
    data,
    zIndex: depth,
    style: styleAt(depth),
  };
}

const handlesByWidth = new Map<number, NonNullable<TaskFlowNode['handles']>>();

/** Given, so that React Flow measures nothing. */
function handlesOf(width: number): NonNullable<TaskFlowNode['handles']> {
  const known = handlesByWidth.get(width);
  if (known) return known;
  const port = { y: portY - portSize / 2, width: portSize, height: portSize };
  const handles: NonNullable<TaskFlowNode['handles']> = [
    { ...port, type: 'target', position: Position.Left, x: -portSize / 2 },
    { ...port, type: 'source', position: Position.Right, x: width - portSize / 2 },
  ];
  handlesByWidth.set(width, handles);
  return handles;
}

const styles = new Map<number, NonNullable<TaskFlowNode['style']>>();

/** We handle the pointer ourselves, for which React Flow would switch it off; a part lies above its container, and CSS may raise it. */
function styleAt(depth: number): NonNullable<TaskFlowNode['style']> {
  const known = styles.get(depth);
  if (known) return known;
  const style = { pointerEvents: 'all', zIndex: `calc(${depth} + var(--node-z, 0))` } as const;
  styles.set(depth, style);
  return style;
}

interface EdgeEnds {
  readonly id: string;
  readonly source: Place;
  readonly target: Place;
  readonly kind: 'data' | 'order';
  readonly depth: number;
  readonly label: string;
}

function edgeBetween({ id, source, target, kind, depth, label }: EdgeEnds): DependencyFlowEdge {
  return { id, type: 'dependency', source, target, data: { kind }, ariaLabel: label, zIndex: depth };
}
