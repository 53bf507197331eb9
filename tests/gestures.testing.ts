import { isSameInOrder, isSameJson } from '@/base/json';
import { ok } from '@/base/result';
import { type Action, isEnabled } from '@/editor/actions/action';
import { getAction } from '@/editor/actions/actions';
import { addTaskAt } from '@/editor/actions/add';
import { mountCanvas } from '@/editor/actions/canvas-handle';
import { connectEnds, disconnectEdge, reconnectEdge } from '@/editor/actions/connect';
import { colorNotes, dropNotes, patchNotes } from '@/editor/actions/note-edits';
import { dropTasks, moveTo } from '@/editor/actions/place-edits';
import { renameTaskLabel } from '@/editor/actions/rename';
import { replaceTaskType } from '@/editor/actions/structure-edits';
import { createFlowProjection } from '@/editor/canvas/project-flow';
import { openFunction } from '@/editor/function/open-function';
import { listEdges } from '@/editor/geometry/edges';
import { noteBoxes } from '@/editor/geometry/note-boxes';
import { canOpen, computeBoxesUnder } from '@/editor/geometry/root-boxes';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { AppStores } from '@/state/context';
import { createDocumentStore } from '@/state/document-store';
import { openRoot, selectTasks, setRoot } from '@/state/view/canvas';
import { createViewStore } from '@/state/view-store';
import { createWorkflowRepository } from '@/storage/memory/workflow-repository';
import { createDocumentHost } from '@/worker/documents/document-host';
import { mapTaskAt } from '@/workflow/commands/map-task-at';
import { allPlaces, allTaskPaths } from '@/workflow/commands/places/any-place.testing';
import { findTaskPlace, type TaskPlace } from '@/workflow/commands/places/task-place';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { joinDocumentParts } from '@/workflow/document-parts';
import { findFunctionName } from '@/workflow/function-path';
import { listPorts } from '@/workflow/graph/ports';
import { noteColors } from '@/workflow/note-colors';
import { type NoteKey, noteKey } from '@/workflow/notes';
import type { StoredWorkflow, WorkflowRepository } from '@/workflow/repository';
import {
  findContainerPath,
  getRootPath,
  listParts,
  locateTask,
  selectOutermost,
  type TaskPath,
} from '@/workflow/task-path';
import { type Task, taskTypes } from '@/workflow/tasks';
import { validateDocument } from '@/workflow/validate/validate';

/** A gesture of a person: what is done, and random numbers for what it is done to. For tests. */
export interface Gesture {
  readonly kind: string;
  readonly at: readonly [number, number, number];
  /** Whether the next one follows before the text has it. */
  readonly hasty: boolean;
}

/** The actions on what is selected. Those that are told to lose or break something are in {@link mayBreak}. */
const onSelection = [
  'copy',
  'cut',
  'paste',
  'duplicate',
  'delete',
  'delete-join',
  'group',
  'ungroup',
  'wrap-map',
  'wrap-loop',
  'wrap-director',
  'extract',
  'inline',
  'disable',
  'breakpoint',
  'fold',
  'move-earlier',
  'move-later',
  'move-out',
  'nudge-right',
  'nudge-up',
  'arrange-left',
  'arrange-horizontally',
  'arrange-middle',
  'tidy-selected',
  'tidy',
  'add-note',
  'next-note',
  'note-wider',
  'open',
  'leave-container',
  'undo',
  'redo',
];

const own = {
  /** Adds a task: beside the selection, at a point, at a place, after one, before one, or onto a wire. */
  async add({ stores, taskPaths, edges, at: [a, b, c] }) {
    const type = pick(taskTypes, b) ?? 'atomic';
    const edge = pick(edges, c);
    const neighbours =
      [{}, { after: pick(taskPaths, c) }, { before: pick(taskPaths, c) }, edgeEndsOf(edge)][a % 4] ?? {};
    const wheres = [
      { toSelection: true },
      { middle: [a % 900, b % 700] as const },
      { into: pick(placesOn(stores), c) },
    ];
    await addTaskAt(stores, type, wheres[c % 3], neighbours as { after?: string; before?: string });
  },
  /** Drags tasks to a place, perhaps onto a wire. */
  async drop({ stores, chosen, edges, at: [a, b, c] }) {
    const into = pick(placesOn(stores), a);
    if (!into || chosen.length === 0) return;
    const corners = new Map(
      selectOutermost(chosen).map((taskPath, index) => [taskPath, [b % 900, index * 90] as const]),
    );
    const edge = c % 3 === 0 && corners.size === 1 ? pick(edges, b) : undefined;
    const place = edge ? ({ kind: 'graph', container: findContainerPath(edge.to) } as const) : into;
    await dropTasks(stores, { into: place, corners, edge });
  },
  async moveTo({ stores, chosen, taskPaths, at: [, , c] }) {
    const target = pick(taskPaths, c);
    if (target !== undefined && !chosen.includes(target)) await moveTo(stores, selectOutermost(chosen), target);
  },
  async connect({ stores, taskPaths, at: [a, b, c] }) {
    const to = pick(taskPaths, b);
    const beside = taskPaths.filter((taskPath) => findContainerPath(taskPath) === findContainerPath(to ?? ''));
    const from = pick(beside, a);
    if (from === undefined || to === undefined) return;
    await connectEnds(stores, { from, to, port: anyPort(stores.document.getState().document, to, c) });
  },
  async reconnect({ stores, taskPaths, edges, at: [a, b, c] }) {
    const edge = pick(edges, a);
    if (!edge) return;
    const beside = taskPaths.filter((taskPath) => findContainerPath(taskPath) === findContainerPath(edge.to));
    const other = pick(beside, b) ?? edge.from;
    const now = c % 2 === 0 ? { ...edge, from: other } : { ...edge, to: other };
    const port = now.to === edge.to && c % 3 > 0 ? edge.port : anyPort(stores.document.getState().document, now.to, c);
    await reconnectEdge(stores, edge, { ...now, port });
  },
  async disconnect({ stores, edges, at: [a] }) {
    const edge = pick(edges, a);
    if (edge) await disconnectEdge(stores, edge);
  },
  async type({ stores, chosen, at: [a] }) {
    const [taskPath] = chosen;
    if (taskPath !== undefined) await replaceTaskType(stores, taskPath, pick(taskTypes, a) ?? 'atomic');
  },
  async rename({ stores, chosen, at: [a] }) {
    const [taskPath] = chosen;
    if (taskPath !== undefined)
      await renameTaskLabel(stores, taskPath, pick(['a', 'b', 'x', 'a.b', 'renamed'], a) ?? 'x');
  },
  async 'note-text'({ stores, note, at: [a] }) {
    const text = pick(['', '# Why\n\n**so**', '- a\n- b', 'See {{a}}: “x” # y', '  two\n\n spaces ', '---'], a) ?? '';
    if (note) await patchNotes(stores, new Map([[note, { text }]]), 'Write in a note');
  },
  async 'note-color'({ stores, note, at: [a] }) {
    if (note) await colorNotes(stores, [note], pick([undefined, ...noteColors], a));
  },
  /** Drags a note to a point, into a container or out of one. */
  async 'note-move'({ stores, note, taskPaths, at: [a, b, c] }) {
    if (note) await dropNotes(stores, new Map([[note, [a % 900, b % 700]]]), pick([undefined, ...taskPaths], c));
  },
  /** What is done with tasks is done with notes, alone or with a task. */
  async 'note-act'({ stores, note, chosen, at: [a, b] }) {
    if (!note) return;
    selectTasks(stores.view, [note, ...(b % 2 === 0 ? chosen : [])]);
    const id = pick(['copy', 'cut', 'duplicate', 'delete', 'paste', 'nudge-left', 'arrange-left'], a);
    if (id !== undefined) await act(stores, getAction(id));
  },
  /** Opens a container or a function in full, or the whole workflow. */
  async 'open-root'({ stores, taskPaths, at: [a] }) {
    const { document } = stores.document.getState();
    const openable = taskPaths.filter((taskPath) => listParts(locateTask(document, taskPath)?.task ?? none).length > 0);
    const functions = Object.keys(document.library ?? {});
    const name = pick(functions, a);
    if (a % 2 === 0 && name !== undefined) openFunction(stores, name);
    else openRoot(stores.view, pick([undefined, ...openable], a));
  },
  /** Makes a function of tasks, and puts its tasks back in the place of the call. */
  async 'extract-inline'({ stores }) {
    await act(stores, getAction('extract'));
    await act(stores, getAction('inline'));
  },
  /** Takes back some steps, and does them again. */
  async 'undo-redo'({ stores, at: [a] }) {
    const { undo, redo } = stores.document.actions;
    for (let step = a % 3; step >= 0; step -= 1) await undo();
    for (let step = (a + 1) % 3; step >= 0; step -= 1) await redo();
  },
  /** Puts the tasks of a group, or those of the document, in another order, as the XML view does. */
  async order({ stores, taskPaths, at: [a, b] }) {
    const { document } = stores.document.getState();
    const groups = taskPaths.filter((taskPath) => locateTask(document, taskPath)?.task.type === 'group');
    const group = a % 4 === 0 ? undefined : pick(groups, a);
    await stores.document.actions.dispatch((now) => ok(turned(now, group, b)), 'Edit XML');
  },
  /** Types into the code. */
  async code({ stores, at: [a] }) {
    const { text } = stores.document.getState();
    const line = pick([...text.matchAll(/\n/g)], a)?.index ?? text.length;
    const isComment = a % 2 === 0;
    const typed = text.indexOf('See ');
    const edit = isComment
      ? { at: line, removed: '', inserted: '\n# typed' }
      : typed < 0
        ? undefined
        : { at: typed, removed: 'See ', inserted: 'Say ' };
    if (edit) stores.document.actions.type([edit], `typed ${a}`);
  },
} as const satisfies Readonly<Record<string, (page: Page) => Promise<void>>>;

/** The gestures after which names may mean nothing, of which the person is told, or which the person has cut. */
export const mayBreak: ReadonlySet<string> = new Set([
  'cut',
  'paste',
  'duplicate',
  'delete',
  'delete-join',
  'move-out',
  'move-earlier',
  'move-later',
  'drop',
  'moveTo',
  'reconnect',
  'disconnect',
  'type',
  'code',
  'undo',
  'redo',
  'undo-redo',
  'note-act',
]);

const none = { type: 'atomic' } as Task;

export const gestureKinds: readonly string[] = [...onSelection, ...Object.keys(own)];

interface Ends {
  readonly from: TaskPath;
  readonly to: TaskPath;
  readonly port: string | undefined;
}

interface Page {
  readonly stores: AppStores;
  readonly taskPaths: readonly TaskPath[];
  readonly chosen: readonly TaskPath[];
  /** Any note; undefined: there is none. */
  readonly note: NoteKey | undefined;
  readonly edges: readonly Ends[];
  readonly at: Gesture['at'];
}

function pick<T>(all: readonly T[], at: number): T | undefined {
  return all[at % Math.max(1, all.length)];
}

/** The places on the canvas: those of the workflow, or of the function that is opened. */
function placesOn({ document, view }: AppStores): TaskPlace[] {
  const { root } = view.getState().canvas;
  return allPlaces(document.getState().document).filter(
    (place) =>
      findFunctionName(place.container ?? (place.kind === 'slot' ? place.segment : '')) ===
      findFunctionName(root ?? ''),
  );
}

function edgeEndsOf(edge: Ends | undefined) {
  return edge ? { after: edge.from, before: edge.to } : {};
}

function anyPort(document: WorkflowDocument, taskPath: TaskPath, at: number): string | undefined {
  const task = locateTask(document, taskPath)?.task;
  const named = task === undefined ? [] : listPorts(document, task).map(({ name }) => name);
  return pick([undefined, 'inputs.fresh', ...named], at);
}

/** The stores of a page with a text, as the page wires them, but without its screen and its workers. For tests. */
export async function openPage(text: string): Promise<AppStores> {
  const workflows = createWorkflowRepository(Date.now, () => undefined);
  return openStored(workflows, { id: 'w', text, history: { past: [], future: [] }, revision: 0 });
}

/** The same workflow in a page that is opened later, once all of it is saved. For tests. */
export async function reopenPage({ document, services }: AppStores): Promise<AppStores> {
  await document.actions.save();
  const saved = await services.workflows.load(document.getState().id);
  if (saved === undefined) throw new Error('The workflow was not saved.');
  return openStored(services.workflows, saved);
}

async function openStored(
  workflows: WorkflowRepository,
  workflow: Pick<StoredWorkflow, 'id' | 'revision' | 'text' | 'history'>,
): Promise<AppStores> {
  const documents = createDocumentHost();
  const document = createDocumentStore(documents, workflows, joinDocumentParts);
  const view = createViewStore();
  const services = {
    documents,
    workflows,
    openAsNew: async () => undefined,
  };
  const stores = { document, view, services } as unknown as AppStores;
  mountCanvas(view, {
    zoomBy: () => undefined,
    zoomToFull: () => undefined,
    fit: () => undefined,
    place: () => [120, 80],
    pointer: () => undefined,
    openAddMenu: () => Promise.resolve(),
    openPortMenu: () => false,
    viewport: () => ({ x: 0, y: 0, zoom: 1 }),
    focus: () => undefined,
  });
  await document.actions.open(workflow);
  return stores;
}

/** Does a gesture and, unless it is `hasty`, waits until document and text agree. */
export async function perform(stores: AppStores, { kind, at, hasty }: Gesture): Promise<void> {
  const { document } = stores.document.getState();
  const { root } = stores.view.getState().canvas;
  const shown = root !== undefined && canOpen(document, root) ? root : undefined;
  const taskPaths = allTaskPaths(document).filter(
    (taskPath) => findFunctionName(taskPath) === findFunctionName(shown ?? ''),
  );
  const fitting = taskPaths.filter((taskPath) => fits(document, kind, taskPath));
  const [a, b] = at;
  const chosen = (b % 3 === 0 ? [pick(fitting, a), pick(fitting, b)] : [pick(fitting, a)]).filter(
    (taskPath) => taskPath !== undefined,
  );
  const some = [...new Set(chosen)];
  selectTasks(stores.view, some);
  // What is chosen elsewhere, in the tree, brings the canvas there.
  const isInside = some.every((taskPath) => taskPath === shown || taskPath.startsWith(`${shown}/`));
  if (shown !== undefined && !isInside)
    setRoot(stores.view, findFunctionName(shown) === undefined ? undefined : getRootPath(shown));
  const edges = listEdges(document, computeBoxesUnder(document, shown)).map(({ source: from, target: to, port }) => ({
    from,
    to,
    port,
  }));
  const gesture = (own as Readonly<Record<string, (page: Page) => Promise<void>>>)[kind];
  if (gesture) await gesture({ stores, taskPaths, chosen: some, note: anyNote(document, a), edges, at });
  else await act(stores, getAction(kind));
  if (!hasty) await stores.document.actions.settled();
}

/** The document with the first tasks of a group, or of the document, behind the others. */
function turned(document: WorkflowDocument, group: TaskPath | undefined, by: number): WorkflowDocument {
  const turn = <T extends object>(all: T): T => {
    const entries = Object.entries(all);
    const at = by % Math.max(1, entries.length);
    return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]) as T;
  };
  if (group === undefined) return { ...document, tasks: turn(document.tasks) };
  const inGroup = (task: Task) => (task.type === 'group' ? { ...task, subtasks: turn(task.subtasks ?? {}) } : task);
  return mapTaskAt(document, group, inGroup) ?? document;
}

function anyNote({ layout }: WorkflowDocument, at: number): NoteKey | undefined {
  const count = layout?.notes?.length ?? 0;
  return count === 0 ? undefined : noteKey(at % count);
}

/** Whether a gesture could do something with a task: what has an order, what holds tasks, what calls a function. */
function fits(document: WorkflowDocument, kind: string, taskPath: TaskPath): boolean {
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined) return false;
  if (kind === 'inline') return task.type === 'call';
  if (kind === 'open') return task.type === 'call' || listParts(task).length > 0;
  if (kind === 'ungroup' || kind === 'fold') return listParts(task).length > 0;
  return kind !== 'move-earlier' && kind !== 'move-later' ? true : findTaskPlace(document, taskPath).kind === 'list';
}

async function act(stores: AppStores, action: Action): Promise<void> {
  if (isEnabled(action, stores)) await action.run(stores);
}

/** What is derived of a document for a canvas that is opened at `root`, by a projection that remembers. */
export type Derive = (document: WorkflowDocument, root: TaskPath | undefined) => unknown;

const everywhere = { region: { x: -1e6, y: -1e6, width: 2e6, height: 2e6 }, also: undefined };

/** Boxes, edges, nodes, lines and notes of the canvas. */
export function createDerive(): Derive {
  const project = createFlowProjection();
  return (document, root) => {
    const boxes = computeBoxesUnder(document, root);
    const { nodes, edges } = project(document, boxes, { ...everywhere, root });
    const notes = noteBoxes(document, boxes, root);
    return { boxes, edges: listEdges(document, boxes), nodes, wires: edges, notes };
  };
}

/** The same of a document of which nothing is known. */
export function deriveAnew(document: WorkflowDocument, root: TaskPath | undefined): unknown {
  createDerive()(emptyDocument, undefined);
  return createDerive()(structuredClone(document), root);
}

/** The errors of a document, with where they are. */
export function errorsOf(document: WorkflowDocument): readonly string[] {
  return validateDocument(document, [])
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);
}

/** Whether a text reads as exactly this document. */
export function readsAs(text: string, document: WorkflowDocument): boolean {
  const read = readYaml(text).document;
  return read !== undefined && isSameJson(read, document) && isSameInOrder(allTaskPaths(read), allTaskPaths(document));
}
