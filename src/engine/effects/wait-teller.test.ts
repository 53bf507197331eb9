import { expect, it } from 'vitest';
import type { EventDraft } from '@/run/events';
import type { EventLog } from '../log/event-log';
import { createKeyGate } from './key-gate';
import { createSignInGate } from './sign-in-gate';

/** A log of which only the drafts are seen. */
function openLog() {
  const drafts: EventDraft[] = [];
  const log = { append: async (draft: EventDraft) => void drafts.push(draft) } as Pick<EventLog, 'append'> as EventLog;
  return { log, told: () => drafts.splice(0).map(({ kind, data }) => [kind, data]) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A wait that ends when the test says so. */
function openWait() {
  let end = () => {};
  let fail = (_error: unknown) => {};
  const wait = new Promise<void>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  return { wait: () => wait, end: () => end(), fail: (error: unknown) => fail(error) };
}

it('a log says once that something is waited for, names another when that is over, and says when nothing is', async () => {
  const { log, told } = openLog();
  const gate = createSignInGate(log);
  const { signal } = new AbortController();
  const [first, second, other] = [openWait(), openWait(), openWait()];
  const all = [gate('one', signal, first.wait), gate('one', signal, second.wait), gate('two', signal, other.wait)];
  expect(told()).toEqual([['run.paused', { reason: 'sign_in', server: 'one' }]]);
  first.end();
  await settle();
  expect(told()).toEqual([]);
  second.end();
  await settle();
  expect(told()).toEqual([['run.paused', { reason: 'sign_in', server: 'two' }]]);
  other.end();
  await Promise.all(all);
  expect(told()).toEqual([['run.resumed', { reason: 'sign_in' }]]);
});

it('a wait that fails is over too; one that was stopped says nothing more', async () => {
  const { log, told } = openLog();
  const gate = createSignInGate(log);
  const stop = new AbortController();
  const [failing, stopped] = [openWait(), openWait()];
  const failed = gate('one', stop.signal, failing.wait);
  failing.fail(new Error('refused'));
  await expect(failed).rejects.toThrow('refused');
  expect(told().map(([kind]) => kind)).toEqual(['run.paused', 'run.resumed']);
  const left = gate('one', stop.signal, stopped.wait);
  stop.abort();
  stopped.end();
  await left;
  expect(told().map(([kind]) => kind)).toEqual(['run.paused']);
});

it('a gate is closed while the key of a provider is needed, and names the provider', async () => {
  const { log, told } = openLog();
  const waits: unknown[] = [];
  const gate = createKeyGate(
    {
      keyState: (provider: string) => (provider === 'lab' ? 'needed' : 'ready'),
      whenReady: async (...asked: unknown[]) => void waits.push(asked),
    } as never,
    log,
  );
  expect([gate.closed('lab'), gate.closed('sim')]).toEqual([true, false]);
  const { signal } = new AbortController();
  await gate.open('lab', signal);
  expect(waits).toEqual([['lab', signal]]);
  expect(told()).toEqual([
    ['run.paused', { reason: 'key', provider: 'lab' }],
    ['run.resumed', { reason: 'key' }],
  ]);
});
