import { ok, type Result } from '@/base/result';
import type { AppStores } from '@/state/context';
import { createMark } from '@/state/edit-history';
import { notifyPerson } from '@/ui/overlay/toast';
import type { EditRefusal } from '@/workflow/commands/edit-refusal';
import { setPositions } from '@/workflow/commands/edits';
import type { LostUse } from '@/workflow/commands/places/keep-uses';
import { extractFunction } from '@/workflow/commands/structure/extract-function';
import { type GroupTasks, groupTasks } from '@/workflow/commands/structure/group-tasks';
import { inlineCall } from '@/workflow/commands/structure/inline-call';
import type { MadeContainer } from '@/workflow/commands/structure/refuse-errors';
import { replaceType } from '@/workflow/commands/structure/replace-type';
import { groupAround, listContainerFields, ungroupTask } from '@/workflow/commands/structure/ungroup-task';
import { type Wrapping, wrapTasks } from '@/workflow/commands/structure/wrap-tasks';
import type { Point, WorkflowDocument } from '@/workflow/document';
import {
  buildPartPath,
  findContainerPath,
  listParts,
  locateTask,
  selectOutermost,
  type TaskPath,
} from '@/workflow/task-path';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { computeBoxesAround } from '../geometry/boxes';
import { keepPlaces } from '../geometry/keep-places';
import { makeRoomAround } from '../geometry/make-room';
import { computeBounds, containerHead, containerPadding, type Rect } from '../geometry/node-geometry';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { settleTasks } from '../geometry/settle';
import { countTasks, listSelectedPaths, performEdit } from './edit';
import { offerUndo } from './offer-undo';
import { tellLost } from './place-edits';
import { showParts } from './places-now';

// What gives tasks another structure. It is loaded when it is first used.

/** The tasks that an edit of the structure is about: the selected ones, without those within them. */
const selectChosen = (stores: AppStores) => selectOutermost(listSelectedPaths(stores));

/** Groups the selected tasks, where they are. */
export async function groupSelected(stores: AppStores): Promise<void> {
  const taskPaths = selectChosen(stores);
  await encloseTasks(stores, taskPaths, groupTasks, `Group ${countTasks(taskPaths.length)}`);
}

const wrapLabels: Readonly<Record<Wrapping, string>> = {
  map: 'Wrap in a map',
  loop: 'Wrap in a loop',
  director_evaluator: 'Repeat until a judge accepts',
};

/** Wraps the selected tasks, where they are. */
export async function wrapSelected(stores: AppStores, wrapping: Wrapping): Promise<void> {
  const wrap = (document: WorkflowDocument, args: GroupTasks) => wrapTasks(document, { ...args, wrapping });
  await encloseTasks(stores, selectChosen(stores), wrap, wrapLabels[wrapping]);
}

type Enclose = (document: WorkflowDocument, args: GroupTasks) => Result<MadeContainer, EditRefusal>;

/** Puts tasks into a container that comes where they are; what it would cover moves aside. */
async function encloseTasks(
  stores: AppStores,
  taskPaths: readonly TaskPath[],
  command: Enclose,
  label: string,
): Promise<boolean> {
  let made: TaskPath | undefined;
  const done = await performEdit(
    stores,
    (document) => {
      const area = computeArea(document, taskPaths);
      const enclosed = command(document, {
        taskPaths,
        at: area === undefined ? undefined : [area.x, area.y],
        positions: area?.within,
      });
      if (!enclosed.ok) return enclosed;
      const { document: next, taskPath } = enclosed.value;
      made = taskPath;
      const isNew = locateTask(document, taskPath) === undefined;
      return ok(setPositions(next, makeRoomAround(document, next, taskPath, isNew ? area : undefined)));
    },
    label,
  );
  if (done && made !== undefined) showParts(stores, [made]);
  return done !== undefined;
}

/** Makes a function of the selected tasks, and puts a call of it where they are. */
export async function extractSelected(stores: AppStores): Promise<void> {
  const taskPaths = selectChosen(stores);
  let name = '';
  const extract = (document: WorkflowDocument, args: GroupTasks) => {
    const extracted = extractFunction(document, args);
    if (extracted.ok) name = extracted.value.name;
    return extracted;
  };
  if (!(await encloseTasks(stores, taskPaths, extract, `Extract ${countTasks(taskPaths.length)}`))) return;
  notifyPerson({ tone: 'ok', title: `“${name}” is a function of the library`, id: 'extracted' });
}

/** Puts what the selected calls run in their place. */
export async function inlineSelected(stores: AppStores): Promise<void> {
  await encloseTasks(stores, selectChosen(stores), inlineAllCalls, 'Inline the function');
}

function inlineAllCalls(document: WorkflowDocument, { taskPaths }: GroupTasks): Result<MadeContainer, EditRefusal> {
  let made: MadeContainer = { document, taskPath: taskPaths[0] ?? '' };
  for (const taskPath of taskPaths) {
    const inlined = inlineCall(made.document, { taskPath });
    if (!inlined.ok) return inlined;
    made = inlined.value;
  }
  return ok(made);
}

/** Gives a task another type; what could not be kept is told. */
export async function replaceTaskType(stores: AppStores, taskPath: TaskPath, type: TaskType): Promise<void> {
  const mark = createMark();
  let lost: readonly LostUse[] = [];
  let dropped = 0;
  const applyType = (document: WorkflowDocument) => {
    const replaced = replaceType(document, { taskPath, type });
    if (!replaced.ok) return replaced;
    ({ lost, dropped } = replaced.value);
    const { document: next } = replaced.value;
    return ok(setPositions(next, makeRoomAround(document, next, taskPath)));
  };
  if (!(await performEdit(stores, applyType, `Make it ${taskTraits[type].label}`, mark))) return;
  tellLost(stores, lost, mark);
  if (dropped === 0) return;
  notifyPerson({
    tone: 'paused',
    id: 'dropped',
    title: `${countTasks(dropped)} inside ${dropped === 1 ? 'has' : 'have'} no place there`,
    detail: `What was inside ${taskPath} is gone; undo brings it back.`,
    action: offerUndo(stores),
  });
}

/** The rectangle that tasks of one container take up in it, and where they are in it. */
function computeArea(document: WorkflowDocument, taskPaths: readonly TaskPath[]) {
  const boxes = computeBoxesAround(document, taskPaths[0]);
  const rects = new Map<TaskPath, Rect>();
  for (const taskPath of taskPaths) {
    const box = boxes.get(taskPath);
    if (box) rects.set(taskPath, { x: box.at[0], y: box.at[1], width: box.width, height: box.height });
  }
  const bounds = computeBounds(rects.values());
  if (bounds === undefined) return undefined;
  const within = new Map<TaskPath, Point>();
  for (const [taskPath, { x, y }] of rects) within.set(taskPath, [x - bounds.x, y - bounds.y]);
  return { ...bounds, within };
}

/** Ungroups the selected containers, or that around a selected task. */
export async function ungroupSelected(stores: AppStores): Promise<void> {
  const { document } = stores.document.getState();
  const chosen = selectChosen(stores).map((taskPath) => findContainerFor(document, taskPath));
  await ungroupTasks(stores, selectOutermost(chosen), false);
}

/** The task itself if it holds others, else the group or the sequence around it. */
function findContainerFor(document: WorkflowDocument, taskPath: TaskPath): TaskPath {
  const task = locateTask(document, taskPath)?.task;
  const isContainer = task !== undefined && listParts(task).length > 0;
  return isContainer ? taskPath : (groupAround(document, findContainerPath(taskPath) ?? '') ?? taskPath);
}

async function ungroupTasks(stores: AppStores, taskPaths: readonly TaskPath[], drop: boolean): Promise<void> {
  const label = taskPaths.length === 1 ? 'Ungroup' : `Ungroup ${countTasks(taskPaths.length)}`;
  let freed: readonly TaskPath[] = [];
  const command = keepPlaces((document: WorkflowDocument) => {
    let next = document;
    freed = [];
    for (const taskPath of taskPaths) {
      const positions = computePositionsOutside(next, taskPath);
      const opened = ungroupTask(next, { taskPath, positions, origin: findContentCorner(next, taskPath), drop });
      if (!opened.ok) return opened;
      freed = [...freed, ...opened.value.taskPaths];
      next = settleTasks(next, opened.value.document, opened.value.taskPaths);
    }
    return ok(next);
  });
  const result = await stores.document.actions.dispatch(command, label);
  if (result.ok) {
    showParts(stores, freed);
    return;
  }
  const { document } = stores.document.getState();
  const settings = taskPaths.flatMap((taskPath) => {
    const task = locateTask(document, taskPath)?.task;
    return task?.type === 'group' || task?.type === 'sequential' ? listContainerFields(task) : [];
  });
  notifyPerson({
    tone: 'error',
    title: `${label}: not done`,
    detail: result.error.message,
    id: 'refused',
    about: 'workflow',
    ...(!drop &&
      settings.length > 0 && {
        action: { label: 'Ungroup without them', run: () => void ungroupTasks(stores, taskPaths, true) },
      }),
  });
}

/** Where the tasks of a container are in what is around it. */
function computePositionsOutside(document: WorkflowDocument, taskPath: TaskPath): ReadonlyMap<TaskPath, Point> {
  const boxes = computeBoxesUnder(document, taskPath);
  const origin = findContentCorner(document, taskPath);
  const task = locateTask(document, taskPath)?.task;
  const positions = new Map<TaskPath, Point>();
  for (const { position } of origin && task ? listParts(task) : []) {
    const part = buildPartPath(taskPath, position.segment);
    const box = boxes.get(part);
    if (!box || !origin) continue;
    positions.set(part, [origin[0] + box.at[0], origin[1] + box.at[1]]);
  }
  return positions;
}

/** The upper left corner of the content of a container, counted as its own position is. */
function findContentCorner(document: WorkflowDocument, taskPath: TaskPath): Point | undefined {
  const box = computeBoxesUnder(document, taskPath).get(taskPath);
  return box && [box.at[0] + containerPadding, box.at[1] + containerHead + containerPadding];
}
