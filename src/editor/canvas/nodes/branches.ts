import { useMemo } from 'react';
import { isNotTaken } from '@/run/projections/is-not-taken';
import { useDocument, useRun, useView } from '@/state/context';
import { getRunPath } from '@/state/run-path';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  listParts,
  locateTask,
  type TaskPath,
} from '@/workflow/task-path';
import type { TaskOf } from '@/workflow/tasks';

/** A case of a condition, or its `else`. */
export interface CaseBranch {
  readonly taskPath: TaskPath;
  /** Its test as written, or `else`. */
  readonly label: string;
  /** The task that it runs. */
  readonly task: string;
}

/** The branches of a condition, in the order in which they are tried. */
export function listCaseBranches(taskPath: TaskPath, task: TaskOf<'cond'>): readonly CaseBranch[] {
  return listParts(task).flatMap(({ task: part, position: { role, segment } }) => {
    if (role !== 'case' && role !== 'else') return [];
    const test = role === 'case' ? task.cases?.[Number(segment.slice('case:'.length)) - 1]?.test : undefined;
    const label = role === 'else' ? 'else' : (test ?? '…');
    return [{ taskPath: buildPartPath(taskPath, segment), label, task: formatTaskLabel(formatSegment(segment), part) }];
  });
}

/** Whether a task is a branch that the shown run did not take, or is in one. */
export function useNotTaken(taskPath: TaskPath): boolean {
  const around = useDocument(({ document }) => joinBranchesAround(document, taskPath));
  const branches = useMemo(() => (around === '' ? [] : around.split('\n')), [around]);
  return useNotTakenAmong(branches).length > 0;
}

/** Those of these branches that the shown run did not take, as paths with a line for each. */
export function useNotTakenAmong(branches: readonly TaskPath[]): string {
  const chosen = useView((state) => state.shownRun.instance);
  const callsShown = useView((state) => state.shownRun.callsShown);
  return useRun(({ run }) =>
    branches.filter((branch) => isNotTaken(run, getRunPath({ shownRun: { callsShown } }, branch), chosen)).join('\n'),
  );
}

/** The branches of conditions that a task is, or is in: a path on each line. */
function joinBranchesAround(document: WorkflowDocument, taskPath: TaskPath): string {
  const found: TaskPath[] = [];
  for (
    let at = taskPath, container = findContainerPath(at);
    container !== undefined;
    container = findContainerPath(at)
  ) {
    const segment = getLastSegment(at);
    const isBranch = segment === 'else' || segment.startsWith('case:');
    if (isBranch && locateTask(document, container)?.task.type === 'cond') found.push(at);
    at = container;
  }
  return found.join('\n');
}
