import { type Edge, type Node, Position } from '@xyflow/react';
import { defined } from '@/base/defined';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { formatPortLabel, listPorts, type PortName } from '@/workflow/graph/ports';
import { findEdgeKind } from '@/workflow/graph/reads';
import { sortByReadingOrder } from '@/workflow/graph/task-order';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Box, Boxes } from '../geometry/boxes';
import { collectCycles, type EdgeCycle, type EdgeCycles, formatCycle } from '../geometry/edge-cycles';
import { findRoute, getObstacles, type Obstacles } from '../geometry/edge-routes';
import { type DrawnEdge, listEdges, mayCross } from '../geometry/edges';
import {
  computeNamedPortY,
  isSameRect,
  isTouching,
  namedPortSize,
  portSize,
  portY,
  type Rect,
} from '../geometry/node-geometry';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { formatPersonalName } from './nodes/task-sentence';

/** A task as React Flow knows it: position and size only. What is drawn in it comes from the stores, by its path. */
export type TaskFlowNode = Node<Record<string, never>, 'task' | 'container'>;
export type DependencyFlowEdge = Edge<
  Pick<DrawnEdge, 'port' | 'waits'> & {
    readonly kind: 'data' | 'order';
    /** The corners of its line around something; undefined: it is a plain curve. */
    readonly corners: readonly Point[] | undefined;
    readonly cycle: EdgeCycle | undefined;
  },
  'dependency'
>;

const data: Record<string, never> = {};

/**
 * What lies on what: a wire crosses the containers in its way, and passes behind tasks. Less than the 1001 that React
 * Flow gives to the wire that is being drawn.
 */
const wireLayer = 100;
const taskLayer = 200;
/** What is dragged lies above all else. */
const liftedLayer = 300;

/** The part of the canvas that React Flow is given. */
export interface Shown {
  /** In pixels of the canvas. */
  readonly region: Rect;
  /** A task to include wherever it is; undefined: none. */
  readonly also: TaskPath | undefined;
  /** The container that the canvas is opened at. */
  readonly root?: TaskPath | undefined;
}

/** React Flow's nodes and edges for a part of the canvas. */
export interface Flow {
  readonly nodes: TaskFlowNode[];
  readonly edges: DependencyFlowEdge[];
}

/** Returns what React Flow is given. What has not changed stays the same object and is not drawn again. */
export type FlowProjection = (document: WorkflowDocument, boxes: Boxes, shown: Shown) => Flow;

/**
 * Makes a projection, which remembers its last result: one for each canvas. React Flow goes through all its nodes at
 * each edit and each move of the view, so it is given only those nearby.
 */
export function createFlowProjection(): FlowProjection {
  let asked: { document: WorkflowDocument; boxes: Boxes; edges: readonly DrawnEdge[]; shown: Shown } | undefined;
  let near: Near = { boxes: [], edges: [] };
  let flow: Flow = { nodes: [], edges: [] };
  return (document, boxes, shown) => {
    const isNear = asked?.boxes === boxes && isSameShown(asked.shown, shown);
    if (isNear && asked?.document === document) return flow;
    const still = computeBoxesUnder(document, shown.root);
    const edges = listEdges(document, still);
    if (!isNear || asked?.edges !== edges) {
      const found = findNear(boxes, edges, shown);
      // A screen reader goes through the page in this order.
      near = { ...found, boxes: sortByReadingOrder(document, found.boxes, ({ taskPath }) => taskPath) };
    }
    asked = { document, boxes, edges, shown };
    const next = {
      nodes: keepIfSame(flow.nodes, buildNodes(near.boxes, document, flow.nodes)),
      edges: keepIfSame(
        flow.edges,
        buildFlowEdges(near.edges, document, flow.edges, {
          boxes,
          obstacles: getObstacles(still),
          cycles: collectCycles(document, edges),
        }),
      ),
    };
    if (next.nodes !== flow.nodes || next.edges !== flow.edges) flow = next;
    return flow;
  };
}

interface Near {
  readonly boxes: readonly Box[];
  readonly edges: readonly DrawnEdge[];
}

function isSameShown(a: Shown, b: Shown): boolean {
  return a.also === b.also && a.root === b.root && isSameRect(a.region, b.region);
}

/** The boxes that touch a part of the canvas, and the ends of the edges that may cross it. */
function findNear(boxes: Boxes, edges: readonly DrawnEdge[], { region, also }: Shown): Near {
  const wanted = new Set([also]);
  const crossing = edges.filter(({ source, target }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (!from || !to || !mayCross(from, to, region)) return false;
    wanted.add(source).add(target);
    return true;
  });
  const near: Box[] = [];
  for (const box of boxes.values()) if (isTouching(box, region) || wanted.has(box.taskPath)) near.push(box);
  return { boxes: near, edges: crossing };
}

function buildNodes(
  boxes: readonly Box[],
  document: WorkflowDocument,
  before: readonly TaskFlowNode[],
): TaskFlowNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  return boxes.map((box) => {
    const node = known.get(box.taskPath);
    const task = locateTask(document, box.taskPath)?.task;
    const handles = buildHandles(box.width, task ? listPorts(document, task).map(({ name }) => name) : []);
    return node && node.handles === handles && isSameBox(node, box) ? node : buildNode(box, handles);
  });
}

/** What the lines of edges depend on. */
interface Lines {
  readonly boxes: Boxes;
  readonly obstacles: Obstacles;
  readonly cycles: EdgeCycles;
}

function buildFlowEdges(
  edges: readonly DrawnEdge[],
  document: WorkflowDocument,
  before: readonly DependencyFlowEdge[],
  { boxes, obstacles, cycles }: Lines,
): DependencyFlowEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  const scopes = new Map<TaskPath | undefined, WorkflowDocument>();
  return edges.map((drawn) => {
    const { source, target, port, waits } = drawn;
    const container = findContainerPath(target);
    const scope = scopes.get(container) ?? createContainerDocument(document, container);
    scopes.set(container, scope);
    const kind = port === undefined ? findEdgeKind(scope, getLastSegment(source), getLastSegment(target)) : 'data';
    const edge = known.get(buildEdgeId(drawn));
    const [from, to] = [boxes.get(source), boxes.get(target)];
    const corners = from && to && findRoute(drawn, from, to, obstacles).corners;
    const data = { kind, port, waits, corners, cycle: cycles.get(drawn) } as const;
    const ariaLabel = formatEdge(drawn, data.cycle, document);
    const isSame =
      edge?.data?.kind === kind &&
      edge.ariaLabel === ariaLabel &&
      edge.data.waits === waits &&
      edge.data.corners === corners &&
      edge.data.cycle === data.cycle &&
      edge.zIndex === computeEdgeZIndex(drawn);
    return isSame ? edge : buildEdge(drawn, data, ariaLabel);
  });
}

/** The subtasks of a group as a document of their own. */
function createContainerDocument(document: WorkflowDocument, container: TaskPath | undefined): WorkflowDocument {
  if (container === undefined) return document;
  const task = locateTask(document, container)?.task;
  const tasks = (task?.type === 'group' ? task.subtasks : undefined) ?? {};
  return document.context === undefined ? { tasks } : { tasks, context: document.context };
}

/** The earlier list, if the new one has the same entries. */
function keepIfSame<T>(before: T[], after: T[]): T[] {
  const isSame = before.length === after.length && before.every((one, index) => one === after[index]);
  return isSame ? before : after;
}

function isSameBox({ position, width, height, type, zIndex }: TaskFlowNode, box: Box): boolean {
  return (
    position.x === box.x &&
    position.y === box.y &&
    width === box.width &&
    height === box.height &&
    zIndex === computeZIndex(box) &&
    (type === 'container') === box.open
  );
}

function computeZIndex({ open, depth, isLifted }: Box): number {
  return (isLifted ? liftedLayer : 0) + (open ? depth : taskLayer + depth);
}

function computeEdgeZIndex({ depth }: DrawnEdge): number {
  return wireLayer + depth;
}

type Handles = NonNullable<TaskFlowNode['handles']>;

function buildNode(box: Box, handles: Handles): TaskFlowNode {
  const { taskPath, x, y, width, height, open } = box;
  const size = { width, height };
  const zIndex = computeZIndex(box);
  return {
    id: taskPath,
    type: open ? 'container' : 'task',
    position: { x, y },
    ...size,
    measured: size,
    handles,
    data,
    zIndex,
    style: styleAt(zIndex),
  };
}

const knownHandles = new Map<string, Handles>();

/** Handles are given explicitly, so that React Flow measures nothing. The main one is the first: wires end there. */
function buildHandles(width: number, ports: readonly PortName[]): Handles {
  const key = `${width} ${ports.join(' ')}`;
  const known = knownHandles.get(key);
  if (known) return known;
  const port = { y: portY - portSize / 2, width: portSize, height: portSize };
  const [size, half] = [namedPortSize, namedPortSize / 2];
  const handles: Handles = [
    { ...port, type: 'target', position: Position.Left, x: -portSize / 2 },
    { ...port, type: 'source', position: Position.Right, x: width - portSize / 2 },
    ...ports.map((id, index) => {
      const y = computeNamedPortY(index, ports.length) - half;
      return { id, type: 'target', position: Position.Left, x: -half, y, width: size, height: size } as const;
    }),
  ];
  knownHandles.set(key, handles);
  return handles;
}

const styles = new Map<number, NonNullable<TaskFlowNode['style']>>();

/**
 * We handle the pointer ourselves, which makes React Flow switch `pointer-events` off: this switches it on again. A
 * part lies above its container, and CSS may raise it.
 */
function styleAt(zIndex: number): NonNullable<TaskFlowNode['style']> {
  const known = styles.get(zIndex);
  if (known) return known;
  const style = { pointerEvents: 'all', zIndex: `calc(${zIndex} + var(--node-z, 0))` } as const;
  styles.set(zIndex, style);
  return style;
}

/** The id of the edge between two tasks, perhaps at a port; no task path contains `→`. */
function buildEdgeId({ source, target, port }: DrawnEdge): string {
  return port === undefined ? `${source}→${target}` : `${source}→${target}→${port}`;
}

function buildEdge(
  drawn: DrawnEdge,
  data: NonNullable<DependencyFlowEdge['data']>,
  ariaLabel: string,
): DependencyFlowEdge {
  const { source, target, port } = drawn;
  const zIndex = computeEdgeZIndex(drawn);
  const ends = { source, target, ...defined({ targetHandle: port }) };
  return { id: buildEdgeId(drawn), type: 'dependency', ...ends, data, ariaLabel, zIndex };
}

/** An edge as it is said: by the names that its tasks have on the screen. */
function formatEdge(
  { source, target, port, waits }: DrawnEdge,
  cycle: EdgeCycle | undefined,
  document: WorkflowDocument,
): string {
  const read = port === undefined ? '' : `, ${formatPortLabel(port)}`;
  const circle = cycle === undefined ? '' : `: ${formatCycle(cycle, (task) => formatPersonalName(document, task))}`;
  const [from, to] = [formatPersonalName(document, source), formatPersonalName(document, target)];
  return `${to} ${waits ? 'runs after' : 'reads'} ${from}${read}${circle}`;
}
