import { findTopTask, listTaskIds, type WorkflowDocument } from '../../document';
import { collectMentions } from '../../graph/reads';
import { getLastSegment, getRootPath, locateTask, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { listReturns } from '../../tasks/returned';
import { mapPathsInTests } from '../rename/rename-in-tests';
import type { MovedPath } from './arrange-tasks';
import { type LostEdge, letWait } from './carry-waits';
import { keepMeanings, type LostName, type NeededEdge } from './keep-meanings';
import { nameByResult } from './name-by-result';

/** A name whose task now runs later, or at any time. */
export interface LostOrder extends NeededEdge {
  readonly kind: 'order';
}

/** What a move could not keep. */
export type LostUse = LostName | LostEdge | LostOrder;

/** How tasks were arranged anew. */
export interface Arrangement {
  /** Those that moved, and where they are now. */
  readonly to: ReadonlyMap<TaskPath, TaskPath>;
  /** Where the task that a name means is now. */
  readonly moved: MovedPath;
  /** Where the texts of a task are now; left out: where the task is. */
  readonly readerOf?: MovedPath;
}

/**
 * Lets every name mean what it meant before tasks were arranged anew, by the new id of its task or by way of the result
 * of the container that it is in now. Tests name the tasks where they are now.
 */
export function keepUses(
  before: WorkflowDocument,
  after: WorkflowDocument,
  { to, moved, readerOf = moved }: Arrangement,
): { readonly document: WorkflowDocument; readonly lost: readonly LostUse[] } {
  const roots = listAffectedRoots(before, after, to);
  const kept = keepMeanings({ before, after, ...roots, readerOf, moved });
  const ordered = addWaits(kept.document, kept.waits);
  const named = nameByResults(ordered.document, kept.lost);
  const tested = mapPathsInTests(named.document, (taskPath) => moved(taskPath) ?? taskPath);
  return { document: tested, lost: [...named.lost, ...ordered.lost] };
}

/**
 * The top-level tasks in which a name may mean something else: those that tasks come from and go to and, if that is the
 * document itself, those that read a name of what is moved.
 */
function listAffectedRoots(
  before: WorkflowDocument,
  after: WorkflowDocument,
  to: ReadonlyMap<TaskPath, TaskPath>,
): { readonly rootsBefore: ReadonlySet<string>; readonly rootsAfter: ReadonlySet<string> } {
  const rootsBefore = new Set<string>();
  const rootsAfter = new Set<string>();
  const names = new Set<string>();
  for (const [from, now] of to) {
    rootsBefore.add(getRootPath(from));
    rootsAfter.add(getRootPath(now));
    if (from.includes('/') && now.includes('/')) continue;
    names.add(getLastSegment(from)).add(getLastSegment(now));
    const task = locateTask(before, from)?.task;
    for (const name of Object.keys(task === undefined ? {} : listReturns(task))) names.add(name);
  }
  for (const id of names.size === 0 ? [] : listTaskIds(before)) {
    const mentions = collectMentions(before.tasks[id] as Task);
    // An id with dots also takes the place of a shorter name with a path, which a task may have of its own.
    for (const name of names) if (name.includes('.') || mentions.has(name)) rootsBefore.add(id);
  }
  for (const id of rootsBefore) if (findTopTask(after, id) !== undefined) rootsAfter.add(id);
  for (const id of rootsAfter) if (findTopTask(before, id) !== undefined) rootsBefore.add(id);
  return { rootsBefore, rootsAfter };
}

function addWaits(document: WorkflowDocument, waits: readonly NeededEdge[]) {
  let next = document;
  const lost: LostOrder[] = [];
  for (const wait of waits) {
    const waiting = wait.task === wait.on ? undefined : letWait(next, wait.task, wait.on, false);
    if (waiting === undefined) lost.push({ ...wait, kind: 'order' });
    else next = waiting;
  }
  return { document: next, lost };
}

/** The document in which tasks are read from the results of the containers that they are in now, where that can be. */
function nameByResults(document: WorkflowDocument, names: readonly LostName[]) {
  let next = document;
  const lost: LostName[] = [];
  for (const name of names) {
    const named = nameByResult(next, name);
    if (named === undefined) lost.push(name);
    else next = named;
  }
  return { document: next, lost };
}
