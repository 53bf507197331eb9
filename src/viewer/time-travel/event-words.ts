import type { RunEvent } from '@/run/events';
import { formatInstance } from '@/run/instance-label';
import { getNearestTaskPath } from '@/run/journal-path';
import { formatRanLabel } from '../use-task-label';

/** What happened, written after the name of the task; for an event of the run itself, alone. */
const words: { readonly [K in RunEvent['kind']]: string } = {
  'run.started': 'the run began',
  'run.paused': 'the run paused',
  'run.resumed': 'the run continued',
  'run.cancelled': 'the run was cancelled',
  'run.completed': 'the run ended',
  'run.failed': 'the run failed',
  'task.started': 'began',
  'task.completed': 'ended',
  'task.failed': 'failed',
  'task.skipped': 'was skipped',
  'task.cancelled': 'was cancelled',
  'task.retrying': 'is tried again',
  'model.requested': 'asked a model',
  'model.replied': 'got a reply',
  'model.fell_back': 'fell back to another model',
  'model.learned': 'learned what a model takes',
  'context.planned': 'planned its context',
  'output.truncated': 'cut its output',
  'output.stored': 'stored its output',
  'outputs.pruned': 'removed outputs from context',
  'compaction.done': 'shortened a history',
  'compaction.restored': 'put messages back',
  'script.exited': 'ran its script',
  'tool.called': 'called a tool',
  'input.requested': 'asked you',
  'input.provided': 'got an answer',
  'iteration.logged': 'ended a round',
  'vote.decided': 'decided a vote',
  'pipeline.progress': 'continued',
  'checkpoint.saved': 'a snapshot was saved',
  'reparse.done': 'was decomposed',
  'resource.exhausted': 'reached a limit',
  'resource.warning': 'warned',
  'effect.recorded': 'made a choice',
};

/** An event in a few words, for a person: `judge ended a round, round 3`. */
export function formatEventShort(event: RunEvent): string {
  const taskPath = getNearestTaskPath(event.path);
  const who = taskPath === '' ? '' : formatRanLabel(taskPath);
  const which = formatInstance(event.path);
  const text = who === '' ? words[event.kind] : `${who} ${words[event.kind]}`;
  return which === '' ? text : `${text}, ${which}`;
}
