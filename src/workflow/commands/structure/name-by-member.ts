import { sameJson } from '@/base/json';
import { taskOf, type WorkflowDocument } from '../../document';
import { referenceSteps } from '../../expressions/reference';
import { accessorOf } from '../../expressions/scan-expression';
import { mapNameUses, meaningOf, type NameUse, type RenameUse } from '../../graph/name-uses';
import { mayBeSkipped } from '../../graph/result-shape';
import { documentSiblings, mapWithin, scopeOfTask } from '../../graph/task-scopes';
import type { TaskId } from '../../names';
import { partPath, rootOf, segmentOf, type TaskPath } from '../../task-path';
import type { GroupTask, SequentialTask } from '../../tasks';
import { withTasks } from '../edits';
import type { MovedPath } from '../places/arrange-tasks';
import type { LostName } from '../places/keep-meanings';
import { segmentsInOrder } from '../reorder-parts';
import type { Restructured } from './refuse-errors';

/**
 * Names that meant the result of a container name what is in it, now that the container is gone: `{{group.output.web}}`
 * is `{{web}}`, and the result of a sequence is that of its last step.
 */
export function nameByMember(
  { document, lost }: Restructured,
  holder: TaskPath,
  task: GroupTask | SequentialTask,
  moved: MovedPath,
): Restructured {
  let next = document;
  const left = lost.filter((one) => {
    const isOfHolder = one.kind === 'name' && one.meant.kind === 'task' && one.meant.taskPaths[0] === holder;
    const named = isOfHolder ? rewritten(next, one, holder, task, moved) : undefined;
    next = named ?? next;
    return named === undefined;
  });
  return { document: next, lost: left };
}

function rewritten(
  document: WorkflowDocument,
  lost: LostName,
  holder: TaskPath,
  task: GroupTask | SequentialTask,
  moved: MovedPath,
): WorkflowDocument | undefined {
  const root = rootOf(lost.reader);
  const top = taskOf(document, root);
  if (top === undefined) return undefined;
  const mapped = mapWithin(top, scopeOfTask(document, documentSiblings(document), root as TaskId, top), (part, at) =>
    mapNameUses(part, at, (use) => {
      const isIt = use.index === lost.index && use.form === lost.form && use.text === lost.text;
      return isIt && sameJson(use.path, lost.path) ? written(use, lost.name, holder, task, moved) : undefined;
    }),
  );
  return mapped === top ? undefined : withTasks(document, [[root, mapped]]);
}

function written(
  use: NameUse,
  name: string,
  holder: TaskPath,
  task: GroupTask | SequentialTask,
  moved: MovedPath,
): ReturnType<RenameUse> {
  const now = (segment: string | undefined) => {
    const at = segment === undefined ? undefined : moved(partPath(holder, segment));
    const found = at === undefined ? undefined : meaningOf({ ...use, text: segmentOf(at) });
    return found?.kind === 'task' && found.taskPaths[0] === at ? found.name : undefined;
  };
  const isExpression = use.form === 'tasks';
  const rest = use.rest ?? (use.form === 'id' ? '' : use.text.slice(name.length));
  if (task.type === 'sequential') {
    const last = task.steps?.at(-1);
    const isResult = last !== undefined && (task.steps?.length === 1 || !mayBeSkipped(last));
    const id = isResult ? now(segmentsInOrder(task).at(-1)) : undefined;
    return id === undefined || isExpression ? id : id + rest;
  }
  const [output, member] = referenceSteps(rest);
  const id = output?.name === 'output' && member !== undefined ? now(member.name) : undefined;
  if (id === undefined || member === undefined) return undefined;
  if (isExpression) return { accessor: `${accessorOf(id)}.output`, over: member.to };
  const more = rest.slice(member.to);
  return more === '' ? id : `${id}.output${more}`;
}
