import type { EventDraft, RunEvent } from './events';
import { formatIsoTime } from './iso-time';
import { emptyRun, reduceRun } from './reduce-run';
import type { RunState } from './run-state';
import { buildShortId } from './short-id';

/** The state of a run with these events, one per second from the start of 2026. */
export function runOf(...drafts: readonly EventDraft[]): RunState {
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  const events = drafts.map(
    (draft, index) =>
      ({
        v: 1,
        seq: index + 1,
        t: formatIsoTime(start + index * 1000),
        id: buildShortId(draft.path),
        ...draft,
      }) as RunEvent,
  );
  return reduceRun(emptyRun, events);
}

/** The event of a task that starts. */
export const started = (path: string, type = 'atomic'): EventDraft => ({ kind: 'task.started', path, data: { type } });

/** The event of a model call, with a window of 1,000 tokens unless stated otherwise. */
export const called = (
  path: string,
  sent = 100,
  window: { size: number | null; usable: number | null } = { size: 1000, usable: 800 },
): EventDraft => ({
  kind: 'model.requested',
  path,
  data: { provider: 'sim', turn: 1, attempt: 1, window: { ...window, reserve: 100, sent, exact: true } },
});
