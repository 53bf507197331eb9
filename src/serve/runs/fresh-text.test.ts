import { expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import { FreshText } from './fresh-text';

const turn = 'task/a/attempt/1/turn/1';
const delta = (path: string, call: string) => ({ executionId: 'r1', path, text: 'x', call });
const event = (kind: string, path: string, data = {}) => ({ kind, path, data }) as unknown as RunEvent;

it('leaves out what comes after the reply, and after its task or its attempt has ended', () => {
  const fresh = new FreshText();
  const shown = (path: string) => fresh.of([delta(path, 'c')]).length === 1;
  expect(shown(turn)).toBe(true);
  fresh.note([event('model.replied', turn)]);
  expect([shown(turn), shown('task/a/attempt/1/turn/2'), shown('task/a/attempt/1/turn/10')]).toEqual([
    false,
    true,
    true,
  ]);
  fresh.note([event('task.retrying', 'task/a', { attempt: 2 })]);
  expect([shown('task/a/attempt/1/turn/2'), shown('task/a/attempt/2/turn/1')]).toEqual([false, true]);
  fresh.note([event('task.failed', 'task/a')]);
  expect([shown('task/a/attempt/2/turn/1'), shown('task/ab/attempt/1/turn/1')]).toEqual([false, true]);
  // It was resumed.
  fresh.note([event('task.started', 'task/a')]);
  expect(shown('task/a/attempt/3/turn/1')).toBe(true);
});

it('once a call was made again elsewhere, leaves out what the first one still says', () => {
  const fresh = new FreshText();
  const calls = (...names: string[]) => fresh.of(names.map((name) => delta(turn, name))).map(({ call }) => call);
  expect(calls('one', 'one', 'two', 'one', 'two')).toEqual(['one', 'one', 'two', 'two']);
  expect(fresh.of([delta('task/b/attempt/1/turn/1', 'one')])).toHaveLength(1);
});

it('remembers no more than it has to', () => {
  const fresh = new FreshText();
  fresh.note([event('model.replied', turn)]);
  for (let n = 0; n < 1000; n += 1) fresh.note([event('model.replied', `task/t${n}/attempt/1/turn/1`)]);
  expect(fresh.of([delta(turn, 'c')])).toHaveLength(1);
});
