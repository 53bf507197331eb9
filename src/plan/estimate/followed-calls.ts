import { formatCount } from '@/base/figures';
import type { Plan, PlannedTask } from '../plan';
import { listPartsRun } from './parts-run';

/** Most nested library calls that are followed; a definition that calls itself has no end. */
export const followedCalls = 3;

/**
 * Most tasks of definitions that are estimated, each as often as it is reached: of definitions that all call one
 * another there are as many as the fourth power of their number.
 */
export const mostFollowedTasks = 10_000;

/** How many nested library calls are followed in a plan: fewer than usual where they would lead to too many tasks. */
export function findFollowedDepth({ tasks, library }: Pick<Plan, 'tasks' | 'library'>): number {
  const known = new Map<string, number>();
  const bodies = new Map<string, Body>();
  const countCalled = (ref: string, depth: number): number => {
    const key = `${depth} ${ref}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const body = bodies.get(ref) ?? readBody(Object.hasOwn(library, ref) ? library[ref]?.task : undefined);
    bodies.set(ref, body);
    const count = body.tasks + countAll(body.refs, depth - 1);
    known.set(key, count);
    return count;
  };
  const countAll = (refs: readonly string[], depth: number): number =>
    depth === 0 ? 0 : refs.reduce((sum, ref) => sum + countCalled(ref, depth), 0);
  const { refs } = joinBodies(tasks.map(readBody));
  let depth = followedCalls;
  while (depth > 0 && countAll(refs, depth) > mostFollowedTasks) depth -= 1;
  return depth;
}

/** How many tasks are in a task, itself included, and what they call, once for each call. */
interface Body {
  readonly tasks: number;
  readonly refs: readonly string[];
}

function readBody(task: PlannedTask | undefined): Body {
  if (task === undefined) return { tasks: 0, refs: [] };
  const parts = joinBodies(listPartsRun(task).parts.map((part) => readBody(part.task)));
  const isCall = task.type === 'call' && task.pinned === undefined;
  return { tasks: parts.tasks + 1, refs: isCall ? [...parts.refs, task.ref] : parts.refs };
}

function joinBodies(bodies: readonly Body[]): Body {
  return { tasks: bodies.reduce((sum, { tasks }) => sum + tasks, 0), refs: bodies.flatMap(({ refs }) => refs) };
}

/** What the figures of a plan leave out whose library calls are followed so deep, in words. */
export function describeUnfollowed(depth: number): string {
  const what =
    depth === 0 ? 'what functions do' : `functions that are called more than ${formatCount(depth, 'call')} deep`;
  return depth === followedCalls ? what : `${what}, as their calls lead to too many tasks`;
}
