import { ok, type Result } from '@/base/result';
import type { Diagnostic } from '../../diagnostic';
import { taskIds, taskOf, type WorkflowDocument } from '../../document';
import { mentionsOf } from '../../graph/reads';
import type { TaskPath } from '../../task-path';
import { tasksDifference } from '../../task-record';
import { returnedBy } from '../../tasks/returned';
import { checkSome } from '../../validate/validate';
import { type EditRefusal, refuse } from '../edit-refusal';
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
  if (first !== undefined) return refuse(describeLost(document, first));
  const problem = newError(before, document);
  return problem === undefined ? ok(document) : refuse(problem.message);
}

/** A model that is missing was missing before, wherever its task is now. */
const missingModel = 'HED308';

/** The first error that an edit caused; undefined: none. */
export function newError(before: WorkflowDocument, after: WorkflowDocument): Diagnostic | undefined {
  const ids = readersToo([before, after], tasksDifference(before.tasks, after.tasks).ids);
  const { library: libraryBefore = {} } = before;
  const definitions = Object.entries(after.library ?? {}).flatMap(([name, one]) =>
    libraryBefore[name] === one ? [] : name,
  );
  const errorsOf = (document: WorkflowDocument) =>
    checkSome(document, ids, definitions).filter(({ severity, code }) => severity === 'error' && code !== missingModel);
  const known = errorsOf(before);
  const open = new Map<string, number>();
  for (const { code } of known) open.set(code, (open.get(code) ?? 0) + 1);
  const messages = new Set(known.map(({ message }) => message));
  const found = errorsOf(after);
  const isMore = (code: string) => found.filter((one) => one.code === code).length > (open.get(code) ?? 0);
  return (
    found.find(({ code, message }) => !messages.has(message) && isMore(code)) ?? found.find(({ code }) => isMore(code))
  );
}

/** These tasks, and those that mention them or read what they return. */
function readersToo(documents: readonly WorkflowDocument[], changed: readonly string[]): ReadonlySet<string> {
  const ids = new Set(changed);
  const names = new Set(changed);
  for (const document of documents) {
    for (const id of changed) {
      const task = taskOf(document, id);
      for (const name of Object.keys(task === undefined ? {} : returnedBy(task))) names.add(name);
    }
  }
  for (const document of documents) {
    for (const id of taskIds(document)) {
      const task = taskOf(document, id);
      const mentions = task && mentionsOf(task);
      if (mentions && [...names].some((name) => mentions.has(name))) ids.add(id);
    }
  }
  return ids;
}
