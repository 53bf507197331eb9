import { expect, it } from 'vitest';
import { eventVersion, type RunEvent } from '@/run/events';
import { formatEvent } from './event-text';

it('names the time of a run and of a task that is not the one on the wall', () => {
  const end = { attempts: 2, usage: null, durationMs: 900 };
  const event = (bare: object) =>
    ({ v: eventVersion, seq: 1, t: '2026-11-01T10:00:00.000Z', id: 'x', ...bare }) as RunEvent;
  const completed = event({ kind: 'task.completed', path: 'task/a', result: 'done', data: end });
  expect(formatEvent(completed)).toBe('0.9 s at work · done');
  for (const kind of ['run.completed', 'run.failed']) {
    expect(formatEvent(event({ kind, path: '', data: { durationMs: 900 } }))).toBe('0.9 s at work');
  }
});
