import { isSameJson } from '@/base/json';
import { findTopTask, type WorkflowDocument } from '../../document';
import { formatAccessor } from '../../expressions/scan-expression';
import { findMeaning, mapNameUses } from '../../graph/name-uses';
import { mayBeSkipped } from '../../graph/result-shape';
import { createDocumentSiblings, createTaskScope, mapWithin } from '../../graph/task-scopes';
import type { TaskId } from '../../names';
import { buildPartPath, getLastSegment, getRootPath, locateTask, type TaskPath } from '../../task-path';
import { replaceTasks } from '../edits';
import { listSegmentsInOrder } from '../reorder-parts';
import { findBranches, letWait } from './carry-waits';
import type { LostName } from './keep-meanings';

/**
 * Names a task that is in a container by the result of that: of a group it is a member, of a sequence it is the result
 * itself if it is the last step. Undefined if that is not in the result, or the reader cannot wait for the container.
 */
export function nameByResult(document: WorkflowDocument, lost: LostName): WorkflowDocument | undefined {
  const { meant, form, reader } = lost;
  if (meant.kind !== 'task' || form === 'id') return undefined;
  const [source = ''] = meant.taskPaths;
  const branches = findBranches(reader, source);
  if (branches === undefined) return undefined;
  const { container, second } = branches;
  const holder = container === undefined ? second : buildPartPath(container, second);
  const members = holder === source ? undefined : findMembersTo(document, holder, source);
  const waiting = members && letWait(document, reader, holder, false);
  return waiting && rewriteReference(waiting, lost, holder, members);
}

/** The members of the result of a container that lead to the output of a task within it. */
function findMembersTo(document: WorkflowDocument, holder: TaskPath, source: TaskPath): readonly string[] | undefined {
  const members: string[] = [];
  let at = holder;
  for (const segment of source.slice(holder.length + 1).split('/')) {
    const task = locateTask(document, at)?.task;
    const part = locateTask(document, buildPartPath(at, segment))?.task;
    if (task === undefined || part === undefined) return undefined;
    if (task.type === 'group' && task.completionMode !== 'any' && Object.hasOwn(task.subtasks ?? {}, segment)) {
      members.push(segment);
    } else if (task.type !== 'sequential' || listSegmentsInOrder(task).at(-1) !== segment || mayBeSkipped(part)) {
      return undefined;
    }
    at = buildPartPath(at, segment);
  }
  return members;
}

const output = '.output';

/** Writes the reference by way of the container, if what is written reads the output, and nothing else of the task. */
function rewriteReference(
  document: WorkflowDocument,
  lost: LostName,
  holder: TaskPath,
  members: readonly string[],
): WorkflowDocument | undefined {
  const name = getLastSegment(holder);
  const root = getRootPath(lost.reader);
  const task = findTopTask(document, root);
  if (task === undefined) return undefined;
  const place = createTaskScope(document, createDocumentSiblings(document), root as TaskId, task);
  const mapped = mapWithin(task, place, (part, at) =>
    mapNameUses(part, at, (use) => {
      const isIt = use.index === lost.index && use.form === lost.form && use.text === lost.text;
      if (!isIt || !isSameJson(use.path, lost.path)) return undefined;
      const found = findMeaning({ ...use, text: name });
      if (found?.kind !== 'task' || found.taskPaths[0] !== holder) return undefined;
      const rest = use.rest ?? use.text.slice(lost.name.length);
      const isOutput = /^\.output(?![\w-])/.test(rest);
      if (use.form === 'tasks') {
        if (!isOutput) return undefined;
        return {
          accessor: [formatAccessor(name), output, ...members.map(formatAccessor)].join(''),
          over: output.length,
        };
      }
      if (rest !== '' && !isOutput) return undefined;
      const path = members.map((member) => (/^[A-Za-z0-9_-]+$/.test(member) ? `.${member}` : `["${member}"]`));
      return `${name}${output}${path.join('')}${rest.slice(isOutput ? output.length : 0)}`;
    }),
  );
  return mapped === task ? undefined : replaceTasks(document, [[root, mapped]]);
}
