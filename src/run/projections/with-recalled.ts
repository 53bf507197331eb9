import type { TaskPath } from '@/workflow/task-path';
import type { JournalPath } from '../journal-path';
import type { RunState } from '../run-state';

/**
 * A state of a run with what was read again of one of its items, steps or rounds, which long lists no longer hold. It
 * comes before what they hold.
 */
export function addRecalled(run: RunState, recalled: RunState | undefined): RunState {
  if (recalled === undefined) return run;
  return {
    ...run,
    instances: joinLists(run.instances, recalled.instances),
    calls: joinLists(run.calls, recalled.calls),
    retries: joinLists(run.retries, recalled.retries),
    rounds: joinLists(run.rounds, recalled.rounds),
    votes: joinLists(run.votes, recalled.votes),
    context: {
      ...run.context,
      plans: joinLists(run.context.plans, recalled.context.plans),
      outputs: joinLists(run.context.outputs, recalled.context.outputs),
    },
  };
}

type Lists<T> = ReadonlyMap<TaskPath, readonly T[]>;

function joinLists<T extends { readonly path: JournalPath }>(held: Lists<T>, recalled: Lists<T>): Lists<T> {
  if (recalled.size === 0) return held;
  const lists = new Map(held);
  for (const [taskPath, list] of recalled) {
    const known = held.get(taskPath) ?? [];
    const paths = new Set(known.map(({ path }) => path));
    lists.set(taskPath, [...list.filter(({ path }) => !paths.has(path)), ...known]);
  }
  return lists;
}
