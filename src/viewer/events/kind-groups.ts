import type { RunEventKind } from '@/run/events';

/** Under what a kind of event is offered. */
const groupOfKind = {
  'run.started': 'Run',
  'run.paused': 'Run',
  'run.resumed': 'Run',
  'run.cancelled': 'Run',
  'run.completed': 'Run',
  'run.failed': 'Run',
  'checkpoint.saved': 'Run',
  'task.started': 'Tasks',
  'task.completed': 'Tasks',
  'task.failed': 'Tasks',
  'task.skipped': 'Tasks',
  'task.cancelled': 'Tasks',
  'task.retrying': 'Tasks',
  'reparse.done': 'Tasks',
  'model.requested': 'Calls',
  'model.replied': 'Calls',
  'model.fell_back': 'Calls',
  'model.learned': 'Calls',
  'script.exited': 'Calls',
  'tool.called': 'Calls',
  'iteration.logged': 'Rounds and steps',
  'vote.decided': 'Rounds and steps',
  'pipeline.progress': 'Rounds and steps',
  'effect.recorded': 'Rounds and steps',
  'context.planned': 'Contexts and outputs',
  'output.truncated': 'Contexts and outputs',
  'output.stored': 'Contexts and outputs',
  'outputs.pruned': 'Contexts and outputs',
  'compaction.done': 'Contexts and outputs',
  'compaction.restored': 'Contexts and outputs',
  'input.requested': 'Questions and limits',
  'input.provided': 'Questions and limits',
  'resource.warning': 'Questions and limits',
  'resource.exhausted': 'Questions and limits',
} as const satisfies { readonly [K in RunEventKind]: string };

/** Kinds of events that are offered together. */
export interface KindGroup {
  readonly name: string;
  readonly kinds: readonly RunEventKind[];
}

/** Every kind of event, by what it is of. */
export const kindGroups: readonly KindGroup[] = [...new Set(Object.values(groupOfKind))].map((name) => ({
  name,
  kinds: (Object.keys(groupOfKind) as RunEventKind[]).filter((kind) => groupOfKind[kind] === name),
}));

/** Which kinds are chosen, for a button: `All kinds`, `task.failed`, `Tasks`, `3 kinds`. */
export function kindsWords(kinds: readonly RunEventKind[]): string {
  const [only] = kinds;
  if (only === undefined) return 'All kinds';
  if (kinds.length === 1) return only;
  const group = kindGroups.find(
    (one) => one.kinds.length === kinds.length && one.kinds.every((k) => kinds.includes(k)),
  );
  return group?.name ?? `${kinds.length} kinds`;
}
