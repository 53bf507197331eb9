import { expect, it } from 'vitest';
import type { IterationLog } from '@/run/iteration-log';
import { events, execution, iteration } from '@/storage/samples.testing';
import type { Stores } from '@/storage/stores';
import { describeEachRunStore } from './each-store';

describeEachRunStore('The iteration store', (open) => {
  const ordinals = (logs: readonly IterationLog[]) => logs.map(({ ordinal }) => ordinal);

  /** A run of ten rounds of `b`: 4 could not be started and 7 failed with exit code 2; other events are in between. */
  async function tenRounds({ executions, events: log }: Pick<Stores, 'executions' | 'events'>): Promise<void> {
    await executions.create(execution('e1'));
    for (let n = 1; n <= 10; n += 1) {
      const exitCode = n === 4 ? -1 : n === 7 ? 2 : 0;
      await log.append('e1', [...events(2 * n - 1, 2 * n - 1), iteration(2 * n, n, exitCode)], 'relaxed');
    }
  }

  it('tells every iteration that the log tells of, with what seed 003 has of it', async () => {
    const { iterations, ...stores } = await open();
    await tenRounds(stores);
    const { iterations: all, next } = await iterations.find('e1', { direction: 'forward', limit: 100 });
    expect([ordinals(all), next]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], null]);
    expect(all[3]).toMatchObject({
      id: 'e1-iter-4',
      executionId: 'e1',
      path: 'task/b/attempt/1/iter/4',
      of: 'loop',
      n: 4,
      seq: 8,
      command: 'make 4',
      exitCode: -1,
      stdout: { text: 'Output 4' },
      stderr: { text: '' },
      durationMs: 5,
      filesChanged: [],
      toolCalls: [],
    });
    expect(await stores.executions.get('e1')).toMatchObject({ iterations: 10 });
  });

  it('pages them in both directions', async () => {
    const { iterations, ...stores } = await open();
    await tenRounds(stores);
    const first = await iterations.find('e1', { direction: 'backward', limit: 4 });
    expect([ordinals(first.iterations), first.next]).toEqual([[10, 9, 8, 7], 6]);
    const last = await iterations.find('e1', { direction: 'backward', from: 2, limit: 4 });
    expect([ordinals(last.iterations), last.next]).toEqual([[2, 1], null]);
    const middle = await iterations.find('e1', { direction: 'forward', from: 3, limit: 2 });
    expect([ordinals(middle.iterations), middle.next]).toEqual([[3, 4], 5]);
  });

  it.each([
    [{ exitCode: 'failed' }, [4, 7]],
    [{ exitCode: -1 }, [4]],
    [{ exitCode: 2 }, [7]],
    [{ exitCode: 0, from: 8 }, [8, 9, 10]],
    [{ exitCode: 3 }, []],
    [{ text: 'OUTPUT 1' }, [1, 10]],
    [{ text: 'make 9' }, [9]],
    [{ path: 'task/b' }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ path: 'task/b/attempt/1/iter/1' }, [1]],
    [{ path: 'task', exitCode: 'failed', text: '7' }, [7]],
    [{ path: 'task/bb' }, []],
  ] as const)('finds by %j', async (query, expected) => {
    const { iterations, ...stores } = await open();
    await tenRounds(stores);
    const found = await iterations.find('e1', { ...query, direction: 'forward', limit: 100 });
    expect([ordinals(found.iterations), found.next]).toEqual([expected, null]);
  });

  it('gives one by its id', async () => {
    const { iterations, ...stores } = await open();
    await tenRounds(stores);
    expect(await iterations.get('e1-iter-7')).toMatchObject({ ordinal: 7, exitCode: 2 });
    expect(await iterations.get('e1-iter-11')).toBeUndefined();
    expect(await iterations.get('e2-iter-1')).toBeUndefined();
    expect(await iterations.get('e1')).toBeUndefined();
  });

  it('removes those of a run, which stays, and tells how many there were', async () => {
    const { iterations, ...stores } = await open();
    await tenRounds(stores);
    expect(await iterations.remove('e1')).toBe(10);
    expect(await iterations.find('e1', { direction: 'forward', limit: 9 })).toEqual({ iterations: [], next: null });
    expect(await iterations.get('e1-iter-7')).toBeUndefined();
    expect(await iterations.remove('e1')).toBe(0);
    await stores.events.append('e1', [iteration(21, 11)], 'relaxed');
    expect(ordinals((await iterations.find('e1', { direction: 'backward', limit: 9 })).iterations)).toEqual([11]);
    expect(await stores.events.read('e1')).toHaveLength(21);
  });

  it('loses them with their run, and has none of a run that is not there', async () => {
    const { iterations, ...stores } = await open();
    await tenRounds(stores);
    await stores.executions.remove('e1');
    for (const id of ['e1', 'nowhere']) {
      expect(await iterations.find(id, { direction: 'forward', limit: 9 })).toEqual({ iterations: [], next: null });
      expect(await iterations.remove(id)).toBe(0);
    }
  });
});
