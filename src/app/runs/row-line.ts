import type { PauseReason, RunEvent, RunEventKind } from '@/run/events';
import { getNearestTaskPath } from '@/run/journal-path';
import type { RunEntry } from '@/run/runner';
import { formatTargets } from '@/run/target-words';
import { findRunName } from '@/state/runs-store';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment } from '@/workflow/task-path';

/** For each status of a run: the kinds of events whose last one says why the run failed or waits. */
export const tellingKinds: { readonly [K in RunEntry['status']]?: readonly RunEventKind[] } = {
  failed: ['task.failed'],
  waiting: ['run.paused', 'run.resumed', 'input.requested'],
};

const pauses: { readonly [K in PauseReason]: string } = {
  budget: 'Budget reached, waits',
  key: 'Waits for a key',
  sign_in: 'Waits for you to sign in',
  person: 'Paused by you',
  storage: 'Waits for room in the storage',
};

/** The note from the last such event of a run; undefined: none. */
export function readNote(event: RunEvent | undefined): string | undefined {
  switch (event?.kind) {
    case 'task.failed':
      return `${formatSegment(getLastSegment(getNearestTaskPath(event.path)))}: ${event.error?.message ?? 'failed'}`;
    case 'run.paused':
      return pauses[event.data.reason];
    case 'input.requested':
      if (event.data.kind === 'breakpoint') return 'Paused at a breakpoint';
      return event.data.kind === 'input' || event.data.kind === 'approval' ? 'Waits for an answer' : pauses.budget;
    default:
      return undefined;
  }
}

/**
 * The line about a run: why it failed or waits, the note on it, which part of the workflow it ran, which run it was
 * forked from, how many rounds it took. May be empty.
 */
export function describeRunRow(entry: RunEntry, entries: readonly RunEntry[], note: string | undefined): string {
  const { status, forkedFrom, targets, isDry, iterations, annotations } = entry;
  const source = forkedFrom && entries.find(({ id }) => id === forkedFrom.executionId);
  const isAskedAnew = source?.isDry === true && isDry !== true;
  return [
    note,
    annotations?.note?.replace(/\s+/g, ' '),
    targets && formatTargets(targets),
    status === 'cancelled' && 'Cancelled',
    status === 'interrupted' && 'Interrupted',
    forkedFrom &&
      (source === undefined
        ? 'Forked from a run that is gone'
        : `Forked from ${findRunName(entries, source.id).toLowerCase()}`),
    isAskedAnew && 'Nothing taken: that was a dry run',
    forkedFrom?.edits &&
      (forkedFrom.edits.length === 1 ? '1 text of yours' : `${forkedFrom.edits.length} texts of yours`),
    isDry && 'Nothing sent',
    iterations > 0 && (iterations === 1 ? '1 round' : `${iterations.toLocaleString('en')} rounds`),
  ]
    .filter((text) => typeof text === 'string')
    .join(' · ');
}
