import { expect, it } from 'vitest';
import { eventVersion, type RunEvent } from '@/run/events';
import { formatLogLines } from './log-line';

const output = { write: () => {}, taken: async () => {}, coloured: false, columns: 80 };
const exited = (data: object): RunEvent =>
  ({
    v: eventVersion,
    seq: 7,
    t: '2026-11-01T10:00:00.000Z',
    path: 'task/weigh/attempt/1/script/1',
    id: 'x',
    kind: 'script.exited',
    result: 'done',
    data: { exitCode: 0, binary: false, stderr: { text: '', length: 0 }, durationMs: 40, ...data },
  }) as RunEvent;

it('tells each call that a script made of a tool in a line of its own', () => {
  const call = { tool: 'post', arguments: { text: '{"id":1}', length: 8 }, isError: false, durationMs: 12 };
  const result = { text: 'at\nberth 7', length: 10 };
  const calls = [
    { ...call, result },
    { ...call, result: { text: 'Status 403', length: 10 }, isError: true },
  ];
  const called = { post: { count: 2, failed: 1 } };
  const [line, ...rest] = formatLogLines(exited({ called, calls }), output);
  expect(line).toContain('script.exited');
  expect(rest.map((text) => text.trim())).toEqual([
    'post {"id":1}  returned in 12 ms  at berth 7',
    'post {"id":1}  failed in 12 ms  Status 403',
  ]);
  // Earlier versions stored how many there were, and no more.
  expect(formatLogLines(exited({ called }), output)).toHaveLength(1);
});

it('names the time of a run that is not the one on the wall', () => {
  const [line] = formatLogLines(
    { ...exited({}), kind: 'run.completed', path: '', data: { durationMs: 900 } } as RunEvent,
    output,
  );
  expect(line).toMatch(/0\.9 s at work$/);
});
