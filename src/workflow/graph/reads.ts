import { findTopTask, type WorkflowDocument } from '../document';
import { listReferenceNames } from '../expressions/reference';
import { mapTexts } from '../expressions/task-texts';
import type { Task } from '../tasks';
import { mapParts } from '../tasks/parts';
import { listReturns } from '../tasks/returned';
import { createReferenceVisitor } from './reference-visitor';
import { findReference, findTask } from './scope';
import { findSiblingsIn } from './siblings';
import { createLoneTaskScope, mapWithin } from './task-scopes';

const readsByTask = new WeakMap<Task, ReadonlySet<string>>();

/**
 * The names from outside that a task and the tasks within it refer to. As ids may hold dots, a reference counts for
 * every name that it may begin with: `{{a.b.c}}` for `a.b.c`, `a.b` and `a`, but for none from a name on that is within
 * the task: the longest one is meant, wherever it is. Computed once per task object.
 */
export function collectReads(task: Task): ReadonlySet<string> {
  const known = readsByTask.get(task);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const visitor = createReferenceVisitor(
    (text, scope) => {
      const own = findReference(scope, text)?.name;
      if (own === 'secrets') return;
      for (const name of listReferenceNames(text)) {
        if (name === own) return;
        names.add(name);
      }
    },
    (id, scope) => {
      if (findTask(scope, id) === undefined) names.add(id);
    },
  );
  mapWithin(task, createLoneTaskScope(task), (part, place) => mapTexts(part, place, visitor));
  readsByTask.set(task, names);
  return names;
}

const mentionsByTask = new WeakMap<Task, ReadonlySet<string>>();

/** {@link collectReads}, and the ids that the task and those within it include in their context or exclude from it. */
export function collectMentions(task: Task): ReadonlySet<string> {
  const known = mentionsByTask.get(task);
  if (known !== undefined) return known;
  const { includeTasks = [], excludeTasks = [] } = task.context ?? {};
  const names = new Set([...collectReads(task), ...includeTasks, ...excludeTasks]);
  const siblings = findSiblingsIn(task, []);
  mapParts(task, (part) => {
    for (const name of collectMentions(part)) if (!siblings?.has(name)) names.add(name);
    return part;
  });
  mentionsByTask.set(task, names);
  return names;
}

/**
 * How a wire is drawn. `data`: an output of `from` reaches `to`, by a reference or in the context, which holds the
 * outputs of direct dependencies if the settings allow it. Else `order`.
 */
export function findEdgeKind(document: WorkflowDocument, from: string, to: string): 'data' | 'order' {
  const source = findTopTask(document, from);
  const target = findTopTask(document, to);
  if (source === undefined || target === undefined) return 'order';
  if (isGivenContext(document, target, from)) return 'data';
  const reads = collectReads(target);
  return reads.has(from) || Object.keys(listReturns(source)).some((name) => reads.has(name)) ? 'data' : 'order';
}

function isGivenContext(document: WorkflowDocument, task: Task, from: string): boolean {
  if (!isAskingForContext(task)) return false;
  const { mode = 'automatic', includeTasks = [], excludeTasks = [] } = { ...document.context, ...task.context };
  if (mode === 'none' || excludeTasks.includes(from)) return false;
  return mode === 'automatic' || includeTasks.includes(from);
}

/**
 * Whether a task is given earlier outputs: a model is, a cond hands it on, what has parts only if they are to inherit
 * it, as it says or as the part of a map or reduce says itself.
 */
function isAskingForContext(task: Task): boolean {
  const { type, injectContext, contextManagement } = task;
  if (injectContext === false || type === 'script') return false;
  const ofItems = type === 'map' ? [task.innerTask] : type === 'reduce' ? [task.innerTask, task.reductionTask] : [];
  const inherits = [{ contextManagement }, ...ofItems].some(
    (one) => (one?.contextManagement?.inheritContext ?? 'none') !== 'none',
  );
  return type === 'atomic' || type === 'cond' || inherits;
}
