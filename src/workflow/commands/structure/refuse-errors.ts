import { ok, type Result } from '@/base/result';
import type { Diagnostic } from '../../diagnostic';
import { findTopTask, listTaskIds, type WorkflowDocument } from '../../document';
import { collectMentions } from '../../graph/reads';
import type { TaskPath } from '../../task-path';
import { compareTaskRecords } from '../../task-record';
import { listReturns } from '../../tasks/returned';
import { checkSome } from '../../validate/validate';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import type { LostUse } from '../places/keep-uses';
import { describeLost } from '../places/mend-lost-uses';

/** A document in which tasks have another structure, and what could not be kept in it. */
export interface Restructured {
  readonly document: WorkflowDocument;
  readonly lost: readonly LostUse[];
}

/** The document with a new container, and its path. */
export interface MadeContainer {
  readonly document: WorkflowDocument;
  readonly taskPath: TaskPath;
}

/**
 * The document, unless something in it could not be kept or has an error that was not there before. Only tasks that
 * differ are checked, and those that mention them.
 */
export function refuseErrors(
  before: WorkflowDocument,
  { document, lost }: Restructured,
): Result<WorkflowDocument, EditRefusal> {
  const [first] = lost;
  if (first !== undefined) return refuseEdit(describeLost(document, first));
  const problem = findNewError(before, document);
  return problem === undefined ? ok(document) : refuseEdit(problem.message);
}

/** A model that is missing was missing before, wherever its task is now. */
const missingModel = 'HED308';

/** The first error that an edit caused; undefined: none. */
export function findNewError(before: WorkflowDocument, after: WorkflowDocument): Diagnostic | undefined {
  const ids = addReaders([before, after], compareTaskRecords(before.tasks, after.tasks).ids);
  const { library: libraryBefore = {} } = before;
  const definitions = Object.entries(after.library ?? {}).flatMap(([name, one]) =>
    libraryBefore[name] === one ? [] : name,
  );
  const listErrors = (document: WorkflowDocument) =>
    checkSome(document, ids, definitions).filter(({ severity, code }) => severity === 'error' && code !== missingModel);
  const known = listErrors(before);
  const open = new Map<string, number>();
  for (const { code } of known) open.set(code, (open.get(code) ?? 0) + 1);
  const messages = new Set(known.map(({ message }) => message));
  const found = listErrors(after);
  const isMore = (code: string) => found.filter((one) => one.code === code).length > (open.get(code) ?? 0);
  return (
    found.find(({ code, message }) => !messages.has(message) && isMore(code)) ?? found.find(({ code }) => isMore(code))
  );
}

/** These tasks, and those that mention them or read what they return. */
function addReaders(documents: readonly WorkflowDocument[], changed: readonly string[]): ReadonlySet<string> {
  const ids = new Set(changed);
  const names = new Set(changed);
  for (const document of documents) {
    for (const id of changed) {
      const task = findTopTask(document, id);
      for (const name of Object.keys(task === undefined ? {} : listReturns(task))) names.add(name);
    }
  }
  for (const document of documents) {
    for (const id of listTaskIds(document)) {
      const task = findTopTask(document, id);
      const mentions = task && collectMentions(task);
      if (mentions && [...names].some((name) => mentions.has(name))) ids.add(id);
    }
  }
  return ids;
}
