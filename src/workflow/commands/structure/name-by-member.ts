import { isSameJson } from '@/base/json';
import { findTopTask, type WorkflowDocument } from '../../document';
import { parseReferenceSteps } from '../../expressions/reference';
import { formatAccessor } from '../../expressions/scan-expression';
import { findMeaning, mapNameUses, type NameUse, type RenameUse } from '../../graph/name-uses';
import { mayBeSkipped } from '../../graph/result-shape';
import { createDocumentSiblings, createTaskScope, mapWithin } from '../../graph/task-scopes';
import type { TaskId } from '../../names';
import { buildPartPath, getLastSegment, getRootPath, type TaskPath } from '../../task-path';
import type { GroupTask, SequentialTask } from '../../tasks';
import { replaceTasks } from '../edits';
import type { MovedPath } from '../places/arrange-tasks';
import type { LostName } from '../places/keep-meanings';
import { listSegmentsInOrder } from '../reorder-parts';
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
    const named = isOfHolder ? rewriteByMember(next, one, holder, task, moved) : undefined;
    next = named ?? next;
    return named === undefined;
  });
  return { document: next, lost: left };
}

function rewriteByMember(
  document: WorkflowDocument,
  lost: LostName,
  holder: TaskPath,
  task: GroupTask | SequentialTask,
  moved: MovedPath,
): WorkflowDocument | undefined {
  const root = getRootPath(lost.reader);
  const top = findTopTask(document, root);
  if (top === undefined) return undefined;
  const mapped = mapWithin(
    top,
    createTaskScope(document, createDocumentSiblings(document), root as TaskId, top),
    (part, at) =>
      mapNameUses(part, at, (use) => {
        const isIt = use.index === lost.index && use.form === lost.form && use.text === lost.text;
        return isIt && isSameJson(use.path, lost.path) ? writeByMember(use, lost.name, holder, task, moved) : undefined;
      }),
  );
  return mapped === top ? undefined : replaceTasks(document, [[root, mapped]]);
}

function writeByMember(
  use: NameUse,
  name: string,
  holder: TaskPath,
  task: GroupTask | SequentialTask,
  moved: MovedPath,
): ReturnType<RenameUse> {
  const now = (segment: string | undefined) => {
    const at = segment === undefined ? undefined : moved(buildPartPath(holder, segment));
    const found = at === undefined ? undefined : findMeaning({ ...use, text: getLastSegment(at) });
    return found?.kind === 'task' && found.taskPaths[0] === at ? found.name : undefined;
  };
  const isExpression = use.form === 'tasks';
  const rest = use.rest ?? (use.form === 'id' ? '' : use.text.slice(name.length));
  if (task.type === 'sequential') {
    const last = task.steps?.at(-1);
    const isResult = last !== undefined && (task.steps?.length === 1 || !mayBeSkipped(last));
    const id = isResult ? now(listSegmentsInOrder(task).at(-1)) : undefined;
    return id === undefined || isExpression ? id : id + rest;
  }
  const [output, member] = parseReferenceSteps(rest);
  const id = output?.name === 'output' && member !== undefined ? now(member.name) : undefined;
  if (id === undefined || member === undefined) return undefined;
  if (isExpression) return { accessor: `${formatAccessor(id)}.output`, over: member.to };
  const more = rest.slice(member.to);
  return more === '' ? id : `${id}.output${more}`;
}
