import { expect, it } from 'vitest';
import type { EventDraft } from '../events';
import { called, runOf, started } from '../run-of.testing';
import { collectEarlierTasks } from './earlier-tasks';

const replied = (path: string): EventDraft => ({
  kind: 'model.replied',
  path,
  result: 'x',
  data: {
    provider: 'sim',
    finishReason: 'stop',
    usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: null, estimated: false },
    durationMs: 1,
  },
});
const done = (path: string): EventDraft => ({
  kind: 'task.completed',
  path,
  result: 'x',
  data: { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 1 },
});
const retrying = (kind: string, attempt = 1): EventDraft => ({
  kind: 'task.retrying',
  path: 'task/a',
  error: { code: 'PROVIDER_ERROR', message: 'No.', retryable: true, details: { kind } },
  data: { attempt: attempt + 1, delayMs: 0, transport: kind === 'network' },
});
const [first, second] = ['attempt/1/try/1/turn/1', 'attempt/1/try/2/turn/1'];
const roundTwo = 'task/a/iter/2/attempt/1/turn/1';
const sample = 'task/a/iter/1/attempt/1/sample';
const call = (path: string) => [called(path), replied(path)];

it.each([
  ['one try got no answer', [...call(`task/a/${first}`), called(`task/a/${second}`)], true],
  [
    'a try got no answer after a tool',
    [...call(`task/a/${first}`), called('task/a/attempt/1/try/1/turn/2'), ...call(`task/a/${second}`)],
    true,
  ],
  ['every try was answered', [...call(`task/a/${first}`), ...call(`task/a/${second}`)], undefined],
  ['a try was answered when it was asked again', [called(`task/a/${first}`), ...call(`task/a/${first}`)], undefined],
  ['a round of its loop got no answer', [called('task/a/iter/1/attempt/1/turn/1'), ...call(roundTwo)], true],
  [
    'a sample in a round got no answer before another was answered',
    [called(`${sample}/1/turn/1`), ...call(`${sample}/2/turn/1`), ...call(roundTwo)],
    true,
  ],
  [
    'a sample was refused, and the others decided',
    [called('task/a/attempt/1/sample/1/turn/1'), ...call('task/a/attempt/1/sample/2/turn/1')],
    true,
  ],
  [
    'an attempt failed in a call without an answer, for another reason than the connection',
    [called('task/a/attempt/1/turn/1'), retrying('content_filter'), ...call('task/a/attempt/2/turn/1')],
    true,
  ],
  [
    'an attempt failed for the connection',
    [called('task/a/attempt/1/turn/1'), retrying('network'), ...call('task/a/attempt/2/turn/1')],
    undefined,
  ],
  [
    'an attempt failed with an answer, after one that the connection ended',
    [
      ...[called('task/a/attempt/1/turn/1'), retrying('network'), ...call('task/a/attempt/2/turn/1')],
      ...[retrying('content_filter', 2), ...call('task/a/attempt/3/turn/1')],
    ],
    undefined,
  ],
  [
    'a round was answered in its next attempt',
    [called('task/a/iter/1/attempt/1/turn/1'), ...call('task/a/iter/1/attempt/2/turn/1')],
    undefined,
  ],
  [
    'an attempt without tries got no answer before the next one',
    [called('task/a/attempt/1/turn/1'), ...call('task/a/attempt/2/turn/1')],
    undefined,
  ],
] as const)(
  'of a task that completed although %s, tells whether a try or a round is open',
  (_what, events, hasOpenTry) => {
    const tasks = collectEarlierTasks(runOf(started('task/a'), ...events, done('task/a')));
    expect(tasks.get('a')).toMatchObject({ status: 'completed', hasFailed: false });
    expect(tasks.get('a')?.hasOpenTry).toBe(hasOpenTry);
  },
);

it('tells of no open try of a task inside a try, whose own failure is known', () => {
  const part = `task/g/attempt/1/try/1/task/x`;
  const tasks = collectEarlierTasks(
    runOf(started('task/g', 'group'), started(part), called(`${part}/attempt/1/turn/1`), done('task/g')),
  );
  expect([...tasks.values()].some((task) => task.hasOpenTry)).toBe(false);
});
