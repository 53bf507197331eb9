import '@xyflow/react/dist/base.css';
import {
  Background,
  type EdgeTypes,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useKeyPress,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { selectEdge, selectTasks } from '@/state/view/canvas';
import { findDragged, findWireStart } from '@/state/view/gestures';
import { isCanvasCovered } from '@/state/view/panels';
import { stopFollowing } from '@/state/view/shown-run';
import { EmptyState } from '@/ui/display/empty-state';
import type { Point } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { isNoteKey } from '@/workflow/notes';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { performInOrder } from '../actions/held-keys';
import { openTask } from '../actions/task-actions';
import { type Boxes, countTopBoxes } from '../geometry/boxes';
import { zoomLimits } from '../geometry/fit';
import { findTaskAt } from '../geometry/hit-test';
import { computeBoxesUnder, findCanvasFrame } from '../geometry/root-boxes';
import styles from './canvas.module.css';
import { canvasPart } from './canvas-part';
import {
  CanvasStateProvider,
  type CanvasStore,
  createCanvasStore,
  openMenu,
  useCanvasState,
  useCanvasStore,
} from './canvas-state';
import { AddMenu } from './menus/add-menu';
import { CanvasMenu } from './menus/canvas-menu';
import { ContainerNode } from './nodes/container-node';
import { TaskNode } from './nodes/task-node';
import { Marquee } from './pointer/marquee';
import { noteAt } from './pointer/note-at';
import { useCanvasDrop } from './pointer/use-canvas-drop';
import { useKeyTarget } from './pointer/use-key-target';
import { usePointerGestures } from './pointer/use-pointer-gestures';
import { createFlowProjection, type DependencyFlowEdge, type Flow, type TaskFlowNode } from './project-flow';
import { useCanvasHandle } from './use-canvas-handle';
import { useFewAtOnce } from './use-few-at-once';
import { useFirstFrameMark } from './use-first-frame-mark';
import { readableZoom, useFirstFit, useKeepInView, useReveal, useRootInView } from './use-reveal';
import { useShown } from './use-shown';
import { DependencyEdge } from './wires/dependency-edge';
import { useWiring } from './wires/use-wiring';

const nodeTypes: NodeTypes = { task: TaskNode, container: ContainerNode };
const edgeTypes: EdgeTypes = { dependency: DependencyEdge };
const Overview = canvasPart.component((canvas) => canvas.Overview);
const NotesLayer = canvasPart.component((canvas) => canvas.NotesLayer);
const NotesOverview = canvasPart.component((canvas) => canvas.NotesOverview);
const Announcer = canvasPart.component((canvas) => canvas.Announcer);
const FollowRun = canvasPart.component((canvas) => canvas.FollowRun, { Failed: () => null });
const FailedDots = canvasPart.component((canvas) => canvas.FailedDots, { Failed: () => null });
const MoreTasks = canvasPart.component((canvas) => canvas.MoreTasks, { Failed: () => null });
const TaskStrip = canvasPart.component((canvas) => canvas.TaskStrip);
const MapCorner = canvasPart.component((canvas) => canvas.MapCorner);
const PointerWire = canvasPart.component((canvas) => canvas.PointerWire, { Failed: () => null });
const KeyboardWire = canvasPart.component((canvas) => canvas.KeyboardWire, { Failed: () => null });
const PortLists = canvasPart.component((canvas) => canvas.PortLists, { Failed: () => null });
const PortMenu = canvasPart.component((canvas) => canvas.PortMenu);
const RootPath = canvasPart.component((canvas) => canvas.RootPath);
const FunctionBorder = canvasPart.component((canvas) => canvas.FunctionBorder);
const noFlow: Flow = { nodes: [], edges: [] };
const middleButton = [1];

/** What the canvas shares with controls that lie outside of it, such as those of its zoom. */
export function CanvasProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createCanvasStore);
  return (
    <CanvasStateProvider value={store}>
      <ReactFlowProvider>{children}</ReactFlowProvider>
    </CanvasStateProvider>
  );
}

/** The canvas. It draws the document, view and run, and turns gestures into commands. */
export function Canvas() {
  const stores = useStores();
  const { view } = stores;
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  const drag = useView(findDragged);
  const root = useView((state) => state.canvas.root);
  const boxes = useDocument(({ document }) => computeBoxesUnder(document, root, drag));
  const frame = useDocument(({ document }) => findCanvasFrame(document, root));
  const overview = useStore((state) => state.transform[2] < readableZoom);
  const [project] = useState(createFlowProjection);
  const [handle, tellPointer] = useCanvasHandle();
  useReveal(handle);
  useKeyTarget();
  useKeepInView(handle);
  const hasNotes = useDocument(({ document }) => document.layout?.notes !== undefined);
  const ready = useFirstFit();
  useRootInView(handle, ready);
  const isCovered = useView(isCanvasCovered);
  const inPage = ready && !overview && !isCovered;
  const shown = useShown();
  const near = useDocument(({ document }) => (inPage ? project(document, boxes, shown) : noFlow));
  const { flow: drawn, hasBlocks } = useFewAtOnce(near, overview);
  const spaceHeld = useKeyPress('Space');
  const gestures = usePointerGestures(overview, spaceHeld);
  const wiring = useWiring();
  const drop = useCanvasDrop();
  const edgeHandlers = useEdgeHandlers();
  const isConnecting = useView((state) => findWireStart(state) !== undefined);
  const portMenu = useCanvasState((state) => state.portMenu);
  const hasPorts = useHasPortLists();
  const isFunction = root !== undefined && findFunctionName(root) !== undefined;
  const count = useMemo(() => countIn(boxes, frame), [boxes, frame]);
  useFirstFrameMark((ready || isCovered) && count > 0);

  const findEventPlace = (event: MouseEvent) => {
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    return [x, y] as const;
  };
  const findDrawnAt = (place: Point) => canvas.getState().findBlockAt?.(place) ?? findTaskAt(boxes, place);
  const taskUnder = (event: MouseEvent) =>
    overview
      ? (findDrawnAt(findEventPlace(event)) ?? noteAt(stores, findEventPlace(event)))
      : (event.target as Element).closest<HTMLElement>('[data-task]')?.dataset.task;
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    // The event of a pointer is of what is in the canvas; that of the menu key is of the canvas, which has the focus.
    if (event.target === event.currentTarget) {
      const { clientX, clientY } = event;
      // What is selected is known once that is done which was asked for before.
      performInOrder(() => openMenu(canvas, { clientX, clientY }, 'selected'));
      return;
    }
    const task = taskUnder(event);
    if (task !== undefined && task !== frame && !view.getState().canvas.selection.has(task)) selectTasks(view, [task]);
    openMenu(canvas, event, task === undefined || task === frame ? 'canvas' : isNoteKey(task) ? 'note' : 'task');
  };
  const onDoubleClick = (event: MouseEvent) => {
    const at = findEventPlace(event);
    if (overview) void flow.setCenter(...at, { zoom: 1 });
    else if (isEmptySpace(event.target)) canvas.setState({ addMenu: { at, connect: {}, isAimed: true } });
    else void openTask(stores);
  };

  return (
    <div
      className={styles.root}
      onPointerMove={(event) => {
        tellPointer([event.clientX, event.clientY]);
        const { findBlockAt } = canvas.getState();
        if (findBlockAt !== undefined) tellHovered(canvas, findBlockAt(findEventPlace(event)));
      }}
      onPointerLeave={() => {
        tellPointer(undefined);
        if (overview) tellHovered(canvas, undefined);
      }}
      onPointerOver={(event) => overview || tellHovered(canvas, findTaskOfElement(event.target as Element))}
      {...drop}
    >
      {ready && overview && hasNotes && !isCovered && <NotesOverview boxes={boxes} />}
      {ready && hasBlocks && !isCovered && <Overview boxes={boxes} />}
      <ReactFlow<TaskFlowNode, DependencyFlowEdge>
        className={styles.flow ?? ''}
        data-canvas
        // Names and texts of the workflow: a translated page would show others, which are then typed into references.
        translate="no"
        tabIndex={0}
        aria-label={`Workflow canvas, ${count === 1 ? '1 task' : `${count} tasks`}`}
        aria-roledescription="canvas"
        nodes={drawn.nodes}
        edges={drawn.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        minZoom={zoomLimits.min}
        maxZoom={zoomLimits.max}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        panOnScroll
        panOnScrollSpeed={1}
        panOnDrag={middleButton}
        // Without an event it is not a person who moves it.
        onMoveStart={(event) => event && stopFollowing(stores)}
        zoomOnDoubleClick={false}
        connectOnClick={false}
        connectionRadius={24}
        connectionLineComponent={PointerWire}
        reconnectRadius={14}
        {...wiring}
        {...gestures}
        // Not on pointerdown: until mousedown the browser treats the focus as one by keyboard.
        onMouseDownCapture={(event) => isText(event.target) || handle.focus()}
        {...edgeHandlers}
        onContextMenu={onContextMenu}
        onDoubleClick={onDoubleClick}
        proOptions={{ hideAttribution: true }}
      >
        {inPage && <Background gap={20} size={1.5} color="var(--dot)" />}
        {inPage && hasNotes && <NotesLayer boxes={boxes} />}
        {inPage && <FailedDots boxes={boxes} />}
        {isConnecting && <KeyboardWire />}
        {inPage && hasPorts && <PortLists boxes={boxes} />}
        {isFunction && <FunctionBorder boxes={boxes} region={shown.region} />}
      </ReactFlow>
      <Marquee />
      {(ready || isCovered) && count === 0 && !hasNotes && (
        <div className={styles.empty}>
          <EmptyState icon={<MousePointerClick />} title="Nothing here yet">
            Double-click, or press N, to add the first task.
          </EmptyState>
        </div>
      )}
      {isCovered && count > 0 && <TaskStrip boxes={boxes} />}
      {root !== undefined && !isCovered && <RootPath />}
      {count > 0 && !isCovered && <MapCorner boxes={boxes} />}
      {ready && count > 0 && !isCovered && <MoreTasks boxes={boxes} />}
      <AddMenu />
      {portMenu && <PortMenu key={portMenu.to} {...portMenu} boxes={boxes} />}
      <CanvasMenu />
      <FollowRun />
      <Announcer />
    </div>
  );
}

/**
 * Whether a task may show its named ports: one that the pointer is over, the selected one, or all that a wire can
 * reach.
 */
function useHasPortLists(): boolean {
  const isAsked = useCanvasState(
    ({ hovered, wireFrom, findBlockAt }) =>
      (hovered !== undefined && findBlockAt === undefined) || wireFrom !== undefined,
  );
  return useView((state) => state.canvas.selection.size === 1) || isAsked;
}

/** The task of whose node, or of whose list of ports, an element is a part. */
function findTaskOfElement(target: Element): TaskPath | undefined {
  const { task, ports } = target.closest<HTMLElement>('[data-task], [data-ports]')?.dataset ?? {};
  return task ?? ports;
}

/** Keeps which task the pointer is over. */
function tellHovered(canvas: CanvasStore, hovered: TaskPath | undefined): void {
  if (hovered !== canvas.getState().hovered) canvas.setState({ hovered });
}

/** The number of tasks that the canvas has at its first level. */
function countIn(boxes: Boxes, frame: TaskPath | undefined): number {
  if (frame === undefined || !boxes.has(frame)) return countTopBoxes(boxes);
  return [...boxes.keys()].filter((taskPath) => findContainerPath(taskPath) === frame).length;
}

/** Whether this is a text that is being written on the canvas, which keeps the focus. */
const isText = (target: EventTarget): boolean => target instanceof HTMLTextAreaElement;

/** Whether this is the canvas itself, or the inside of an open container below its head. */
function isEmptySpace(target: EventTarget): boolean {
  if (!(target instanceof Element)) return true;
  const task = target.closest('[data-task]');
  return task === null || (task.hasAttribute('data-container') && target.closest('[data-head]') === null);
}

/**
 * Event handlers that select edges and open their menu. They are always the same functions: new ones would draw every
 * edge again.
 */
function useEdgeHandlers() {
  const { view } = useStores();
  const canvas = useCanvasStore();
  return useMemo(() => {
    const choose = ({ source, target, data }: DependencyFlowEdge) =>
      selectEdge(view, { from: source, to: target, port: data?.port });
    return {
      onEdgeClick: (_event: MouseEvent, edge: DependencyFlowEdge) => choose(edge),
      onEdgeContextMenu: (event: MouseEvent, edge: DependencyFlowEdge) => {
        event.stopPropagation();
        choose(edge);
        event.preventDefault();
        openMenu(canvas, event, 'edge');
      },
    };
  }, [view, canvas]);
}
