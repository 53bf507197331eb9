import type { RunEventKind } from '@/run/events';

/** The group and the label of each kind of event. */
const infoOfKind = {
  'run.started': { group: 'Run', label: 'Run started' },
  'run.paused': { group: 'Run', label: 'Run paused' },
  'run.resumed': { group: 'Run', label: 'Run resumed' },
  'run.cancelled': { group: 'Run', label: 'Run cancelled' },
  'run.completed': { group: 'Run', label: 'Run completed' },
  'run.failed': { group: 'Run', label: 'Run failed' },
  'checkpoint.saved': { group: 'Run', label: 'Snapshot saved' },
  'task.started': { group: 'Tasks', label: 'Task started' },
  'task.completed': { group: 'Tasks', label: 'Task completed' },
  'task.failed': { group: 'Tasks', label: 'Task failed' },
  'task.skipped': { group: 'Tasks', label: 'Task skipped' },
  'task.cancelled': { group: 'Tasks', label: 'Task cancelled' },
  'task.retrying': { group: 'Tasks', label: 'Task retried' },
  'reparse.done': { group: 'Tasks', label: 'Task decomposed' },
  'model.requested': { group: 'Calls', label: 'Call sent' },
  'model.replied': { group: 'Calls', label: 'Reply received' },
  'model.fell_back': { group: 'Calls', label: 'Fallback model used' },
  'model.learned': { group: 'Calls', label: 'Model fact learned' },
  'script.exited': { group: 'Calls', label: 'Script ended' },
  'tool.called': { group: 'Calls', label: 'Tool called' },
  'iteration.logged': { group: 'Rounds and steps', label: 'Iteration logged' },
  'vote.decided': { group: 'Rounds and steps', label: 'Vote decided' },
  'pipeline.progress': { group: 'Rounds and steps', label: 'Pipeline progress' },
  'effect.recorded': { group: 'Rounds and steps', label: 'Result recorded' },
  'context.planned': { group: 'Contexts and outputs', label: 'Context chosen' },
  'output.truncated': { group: 'Contexts and outputs', label: 'Output shortened' },
  'output.stored': { group: 'Contexts and outputs', label: 'Output stored as a file' },
  'outputs.pruned': { group: 'Contexts and outputs', label: 'Outputs removed' },
  'compaction.done': { group: 'Contexts and outputs', label: 'History compacted' },
  'compaction.restored': { group: 'Contexts and outputs', label: 'History restored' },
  'input.requested': { group: 'Questions and limits', label: 'Question asked' },
  'input.provided': { group: 'Questions and limits', label: 'Answer given' },
  'resource.warning': { group: 'Questions and limits', label: 'Limit near' },
  'resource.exhausted': { group: 'Questions and limits', label: 'Limit reached' },
} as const satisfies { readonly [K in RunEventKind]: { readonly group: string; readonly label: string } };

/** Kinds of events that are listed together. */
export interface KindGroup {
  readonly name: string;
  readonly kinds: readonly RunEventKind[];
}

/** Every kind of event, by group. */
export const kindGroups: readonly KindGroup[] = [...new Set(Object.values(infoOfKind).map(({ group }) => group))].map(
  (name) => ({
    name,
    kinds: (Object.keys(infoOfKind) as RunEventKind[]).filter((kind) => infoOfKind[kind].group === name),
  }),
);

/** The label of a kind of event: `Task failed` for `task.failed`. */
export function formatKind(kind: RunEventKind): string {
  return infoOfKind[kind].label;
}

/** The selected kinds, for a button: `All kinds`, `Task failed`, `Tasks`, `3 kinds`. */
export function formatKinds(kinds: readonly RunEventKind[]): string {
  const [only] = kinds;
  if (only === undefined) return 'All kinds';
  if (kinds.length === 1) return formatKind(only);
  const group = kindGroups.find(
    (one) => one.kinds.length === kinds.length && one.kinds.every((k) => kinds.includes(k)),
  );
  return group?.name ?? `${kinds.length} kinds`;
}
