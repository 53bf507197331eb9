import { expect, it } from 'vitest';
import type { Recording } from '@/engine/log/recording';
import type { RunEvent } from '@/run/events';
import { compareWithRecording, findFailedTask, isOtherThanRecorded } from './compare-recording';

const ended = (path: string, result: string, more: object = {}) =>
  ({ kind: 'task.completed', path, result, ...more }) as unknown as RunEvent;
const recordedAs = (outputs: Readonly<Record<string, string>>) =>
  ({ output: async (path: string) => outputs[path] }) as unknown as Recording;
const readNone = async () => undefined;

const task = (taskPath: string, now: string, recorded?: string) => ({ taskPath, now, recorded });
const result = (state: 'passed' | 'failed', path?: string) => ({
  ...{ expectation: { type: 'equals' as const, ...(path !== undefined && { task: path }) }, state },
  ...{ score: 0, reason: '', saw: '' },
});

it('takes JSON with keys in another order for the same, and nothing for a task that was not recorded', () => {
  expect(isOtherThanRecorded(task('a', '{"x":1,"y":2}', '{ "y": 2, "x": 1 }'))).toBe(false);
  expect(isOtherThanRecorded(task('a', 'one', 'two'))).toBe(true);
  expect(isOtherThanRecorded(task('a', 'one'))).toBe(false);
});

it('finds where a case left its recording, else the task of what does not hold, else what ended last', () => {
  const same = [task('a', '1', '1'), task('b', '2', '2')];
  expect(findFailedTask([task('a', '1', '1'), task('b', '2', '3')], [result('failed', 'a')])).toBe('b');
  expect(findFailedTask(same, [result('passed', 'b'), result('failed', 'a@2')])).toBe('a');
  expect(findFailedTask(same, [result('failed')])).toBe('b');
  expect(findFailedTask([], [])).toBeUndefined();
});

it('lays the ends of tasks beside those in the recording, in the order in which they ended', async () => {
  const events = [
    ended('task/b', 'two'),
    ended('task/a', 'lo', { full_result_len: 4, ref: 'r1' }),
    { kind: 'task.started', path: 'task/c' } as unknown as RunEvent,
    ended('task/d', '', { kind: 'task.failed' }),
  ];
  const readLong = async (ref: string) => (ref === 'r1' ? 'long' : undefined);
  const tasks = await compareWithRecording(events, readLong, recordedAs({ 'task/a': 'long', 'task/b': '2' }));
  expect(tasks).toEqual([task('b', 'two', '2'), task('a', 'long', 'long'), task('d', '')]);
  expect(findFailedTask(tasks, [])).toBe('b');
  expect(await compareWithRecording(events.slice(0, 1), readNone, undefined)).toEqual([task('b', 'two')]);
});

it('shows of a task that ended often the first time that it left its recording, else the last', async () => {
  const events = [
    ended('task/each/item/0/task/sum', '1'),
    ended('task/each/item/1/task/sum', 'X'),
    ended('task/each/item/2/task/sum', 'Y'),
  ];
  const compare = (third: string, second: string) =>
    compareWithRecording(
      events,
      readNone,
      recordedAs({ ...one, 'task/each/item/1/task/sum': second, 'task/each/item/2/task/sum': third }),
    );
  const one = { 'task/each/item/0/task/sum': '1' };
  expect(await compare('3', '2')).toMatchObject([{ now: 'X', recorded: '2' }]);
  expect(await compare('Y', 'X')).toMatchObject([{ now: 'Y', recorded: 'Y' }]);
});
