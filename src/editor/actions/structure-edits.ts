import { ok, type Result } from '@/base/result';
import type { AppStores } from '@/state/context';
import { createMark } from '@/state/edit-history';
import { notify } from '@/ui/overlay/toast';
import type { EditRefusal } from '@/workflow/commands/edit-refusal';
import { withPositions } from '@/workflow/commands/edits';
import type { LostUse } from '@/workflow/commands/places/keep-uses';
import { extractFunction } from '@/workflow/commands/structure/extract-function';
import { type GroupTasks, groupTasks } from '@/workflow/commands/structure/group-tasks';
import { inlineCall } from '@/workflow/commands/structure/inline-call';
import type { MadeContainer } from '@/workflow/commands/structure/refuse-errors';
import { replaceType } from '@/workflow/commands/structure/replace-type';
import { fieldsOfContainer, groupAround, ungroupTask } from '@/workflow/commands/structure/ungroup-task';
import { type Wrapping, wrapTasks } from '@/workflow/commands/structure/wrap-tasks';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { containerPath, locateTask, outermost, partPath, partsOf, type TaskPath } from '@/workflow/task-path';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { boxesAround } from '../geometry/boxes';
import { keepPlaces } from '../geometry/keep-places';
import { roomAround } from '../geometry/make-room';
import { boundsOf, containerHead, containerPadding, type Rect } from '../geometry/node-geometry';
import { boxesUnder } from '../geometry/root-boxes';
import { settle } from '../geometry/settle';
import { countTasks, edit, selectedPaths } from './edit';
import { offerUndo } from './offer-undo';
import { tellLost } from './place-edits';
import { showParts } from './places-now';

// What gives tasks another structure. It is loaded when it is first used.

/** The tasks that an edit of the structure is about: the selected ones, without those within them. */
const chosenOf = (stores: AppStores) => outermost(selectedPaths(stores));

/** Groups the selected tasks, where they are. */
export async function groupSelected(stores: AppStores): Promise<void> {
  const taskPaths = chosenOf(stores);
  await enclose(stores, taskPaths, groupTasks, `Group ${countTasks(taskPaths.length)}`);
}

const wrapLabels: Readonly<Record<Wrapping, string>> = {
  map: 'Wrap in a map',
  loop: 'Wrap in a loop',
  director_evaluator: 'Wrap in a director with an evaluator',
};

/** Wraps the selected tasks, where they are. */
export async function wrapSelected(stores: AppStores, wrapping: Wrapping): Promise<void> {
  const wrap = (document: WorkflowDocument, args: GroupTasks) => wrapTasks(document, { ...args, wrapping });
  await enclose(stores, chosenOf(stores), wrap, wrapLabels[wrapping]);
}

type Enclose = (document: WorkflowDocument, args: GroupTasks) => Result<MadeContainer, EditRefusal>;

/** Puts tasks into a container that comes where they are; what it would cover moves aside. */
async function enclose(
  stores: AppStores,
  taskPaths: readonly TaskPath[],
  command: Enclose,
  label: string,
): Promise<boolean> {
  let made: TaskPath | undefined;
  const done = await edit(
    stores,
    (document) => {
      const area = areaOf(document, taskPaths);
      const enclosed = command(document, { taskPaths, ...(area && { at: [area.x, area.y], positions: area.within }) });
      if (!enclosed.ok) return enclosed;
      const { document: next, taskPath } = enclosed.value;
      made = taskPath;
      const isNew = locateTask(document, taskPath) === undefined;
      return ok(withPositions(next, roomAround(document, next, taskPath, isNew ? area : undefined)));
    },
    label,
  );
  if (done && made !== undefined) showParts(stores, [made]);
  return done !== undefined;
}

/** Makes a function of the selected tasks, and puts a call of it where they are. */
export async function extractSelected(stores: AppStores): Promise<void> {
  const taskPaths = chosenOf(stores);
  let name = '';
  const extract = (document: WorkflowDocument, args: GroupTasks) => {
    const extracted = extractFunction(document, args);
    if (extracted.ok) name = extracted.value.name;
    return extracted;
  };
  if (!(await enclose(stores, taskPaths, extract, `Extract ${countTasks(taskPaths.length)}`))) return;
  notify({ tone: 'ok', title: `“${name}” is a function of the library`, id: 'extracted' });
}

/** Puts what the selected calls run in their place. */
export async function inlineSelected(stores: AppStores): Promise<void> {
  await enclose(stores, chosenOf(stores), inlineAll, 'Inline the function');
}

function inlineAll(document: WorkflowDocument, { taskPaths }: GroupTasks): Result<MadeContainer, EditRefusal> {
  let made: MadeContainer = { document, taskPath: taskPaths[0] ?? '' };
  for (const taskPath of taskPaths) {
    const inlined = inlineCall(made.document, { taskPath });
    if (!inlined.ok) return inlined;
    made = inlined.value;
  }
  return ok(made);
}

/** Gives a task another type; what could not be kept is told. */
export async function replaceTypeOf(stores: AppStores, taskPath: TaskPath, type: TaskType): Promise<void> {
  const mark = createMark();
  let lost: readonly LostUse[] = [];
  let dropped = 0;
  const command = (document: WorkflowDocument) => {
    const replaced = replaceType(document, { taskPath, type });
    if (!replaced.ok) return replaced;
    ({ lost, dropped } = replaced.value);
    const { document: next } = replaced.value;
    return ok(withPositions(next, roomAround(document, next, taskPath)));
  };
  if (!(await edit(stores, command, `Make it ${taskTraits[type].label}`, mark))) return;
  tellLost(stores, lost, mark);
  if (dropped === 0) return;
  notify({
    tone: 'paused',
    id: 'dropped',
    title: `${countTasks(dropped)} inside ${dropped === 1 ? 'has' : 'have'} no place there`,
    detail: `What was inside ${taskPath} is gone; undo brings it back.`,
    action: offerUndo(stores),
  });
}

/** The rectangle that tasks of one container take up in it, and where they are in it. */
function areaOf(document: WorkflowDocument, taskPaths: readonly TaskPath[]) {
  const boxes = boxesAround(document, taskPaths[0]);
  const rects = new Map<TaskPath, Rect>();
  for (const taskPath of taskPaths) {
    const box = boxes.get(taskPath);
    if (box) rects.set(taskPath, { x: box.at[0], y: box.at[1], width: box.width, height: box.height });
  }
  const bounds = boundsOf(rects.values());
  if (bounds === undefined) return undefined;
  const within = new Map<TaskPath, Point>();
  for (const [taskPath, { x, y }] of rects) within.set(taskPath, [x - bounds.x, y - bounds.y]);
  return { ...bounds, within };
}

/** Ungroups the selected containers, or that around a selected task. */
export async function ungroupSelected(stores: AppStores): Promise<void> {
  const { document } = stores.document.getState();
  const chosen = chosenOf(stores).map((taskPath) => containerFor(document, taskPath));
  await ungroup(stores, outermost(chosen), false);
}

/** The task itself if it holds others, else the group or the sequence around it. */
function containerFor(document: WorkflowDocument, taskPath: TaskPath): TaskPath {
  const task = locateTask(document, taskPath)?.task;
  const isContainer = task !== undefined && partsOf(task).length > 0;
  return isContainer ? taskPath : (groupAround(document, containerPath(taskPath) ?? '') ?? taskPath);
}

async function ungroup(stores: AppStores, taskPaths: readonly TaskPath[], drop: boolean): Promise<void> {
  const label = taskPaths.length === 1 ? 'Ungroup' : `Ungroup ${countTasks(taskPaths.length)}`;
  let freed: readonly TaskPath[] = [];
  const command = keepPlaces((document: WorkflowDocument) => {
    let next = document;
    freed = [];
    for (const taskPath of taskPaths) {
      const positions = positionsOutside(next, taskPath);
      const opened = ungroupTask(next, { taskPath, positions, origin: contentBeside(next, taskPath), drop });
      if (!opened.ok) return opened;
      freed = [...freed, ...opened.value.taskPaths];
      next = settle(next, opened.value.document, opened.value.taskPaths);
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
    return task?.type === 'group' || task?.type === 'sequential' ? fieldsOfContainer(task) : [];
  });
  notify({
    tone: 'error',
    title: `${label}: not done`,
    detail: result.error.message,
    id: 'refused',
    ...(!drop &&
      settings.length > 0 && {
        action: { label: 'Ungroup without them', run: () => void ungroup(stores, taskPaths, true) },
      }),
  });
}

/** Where the tasks of a container are in what is around it. */
function positionsOutside(document: WorkflowDocument, taskPath: TaskPath): ReadonlyMap<TaskPath, Point> {
  const boxes = boxesUnder(document, taskPath);
  const origin = contentBeside(document, taskPath);
  const task = locateTask(document, taskPath)?.task;
  const positions = new Map<TaskPath, Point>();
  for (const { position } of origin && task ? partsOf(task) : []) {
    const part = partPath(taskPath, position.segment);
    const box = boxes.get(part);
    if (!box || !origin) continue;
    positions.set(part, [origin[0] + box.at[0], origin[1] + box.at[1]]);
  }
  return positions;
}

/** The upper left corner of the content of a container, counted as its own position is. */
function contentBeside(document: WorkflowDocument, taskPath: TaskPath): Point | undefined {
  const box = boxesUnder(document, taskPath).get(taskPath);
  return box && [box.at[0] + containerPadding, box.at[1] + containerHead + containerPadding];
}
