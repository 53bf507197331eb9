import { taskOf } from '../document';
import { referenceNames } from '../expressions/reference';
import type { TextPlace } from '../expressions/task-texts';
import { waitsFor } from '../graph/graph';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import type { Checking } from './checking';

/** The task whose texts are being checked. */
export interface Reader {
  readonly id: TaskId;
  readonly task: Task;
}

/** What the name of a reference is, seen from its reader. */
export type Found =
  /** A value that is there when the task runs. */
  | { readonly kind: 'there' }
  /** The task's own result, which is not there yet. */
  | { readonly kind: 'own' }
  /** Something of a task that this one does not wait for. */
  | { readonly kind: 'unordered'; readonly on: TaskId }
  | { readonly kind: 'nowhere' };

const there: Found = { kind: 'there' };

/** Looks the longest name of a reference up as a run would: own inputs and variables, results and returns, then outward. */
export function findReference(checking: Checking, { id, task }: Reader, reference: string, place: TextPlace): Found {
  for (const name of referenceNames(reference)) {
    if (Object.hasOwn(task.variables ?? {}, name)) return there;
    if (place !== 'inputs' && Object.hasOwn(task.inputs ?? {}, name)) return there;
    if (task.loop !== undefined && (name === 'iteration' || name === 'last')) return there;
    if (taskOf(checking.document, name) !== undefined) return orderOf(checking, id, [name as TaskId]);
    const returning = checking.returnedBy.get(name);
    if (returning !== undefined) return orderOf(checking, id, returning);
    if (Object.hasOwn(checking.document.variables ?? {}, name)) return there;
  }
  return { kind: 'nowhere' };
}

/**
 * How a task stands to those that give a value. It must wait for one, and for every other that does not come after it: else
 * what it finds would hang on who was faster.
 */
export function orderOf({ graph }: Checking, id: TaskId, sources: readonly TaskId[]): Found {
  const others = sources.filter((source) => source !== id);
  const [first] = others;
  if (first === undefined) return { kind: 'own' };
  const open = others.filter((source) => !waitsFor(graph, id, source));
  const beside = open.find((source) => !waitsFor(graph, source, id));
  if (beside !== undefined) return { kind: 'unordered', on: beside };
  return open.length === others.length ? { kind: 'unordered', on: first } : there;
}

/** Every name that a template of a task could mean, for guesses. */
export function namesFor({ document, returnedBy, graph }: Checking, task: Task): Iterable<string> {
  return [task.inputs, task.variables, document.variables]
    .flatMap((record) => Object.keys(record ?? {}))
    .concat(graph.ids, [...returnedBy.keys()]);
}
