import { describe, expect, it } from 'vitest';
import type { EventDraft } from '@/run/events';
import type { Completed } from '../task-end';
import { CompletedSteps } from './completed-steps';
import { PrunedLog } from './pruned-log';
import { computeRoomBeside } from './room-beside';

const usage = (input_tokens: number, cost_usd: number | null = 1) => ({ input_tokens, cost_usd });
const step = (content: string, endedAt: number, more: object = {}) =>
  ({
    record: { content, notes: {}, usage: null, duration_ms: 100, ...more },
    endedAt,
  }) as unknown as Completed;
const historyOf = (steps: CompletedSteps) => steps.notes(9)['step_history'];

describe('what is left of the steps of a sequence that fails', () => {
  it('is the start of the output of each, when it ended, and what all of them took', () => {
    const steps = new CompletedSteps();
    steps.add('one', step('first', 1000, { usage: usage(5), notes: { stdout: 'x' } }));
    steps.add('two', step('y'.repeat(501), 2000, { usage: usage(7) }));
    steps.add('three', step('z', 0));
    const { partial_results: results, step_history: history } = steps.notes(4);
    expect(results).toEqual({ one: 'first', two: 'y'.repeat(500), three: 'z' });
    expect(history).toMatchObject({
      ...{ start_time: 900, current_step: 4, resource_usage: usage(12, 2) },
      outputs: [
        { step_id: 'one', output: 'first', timestamp: 1000 },
        { step_id: 'two', notes: '', timestamp: 2000 },
        { step_id: 'three', timestamp: null },
      ],
    });
  });

  it('has a cost that nobody knows as soon as one of them has, and none where nothing was used', () => {
    const costs = (...each: readonly (number | null | undefined)[]) => {
      const steps = new CompletedSteps();
      for (const cost of each) steps.add('x', step('', 1, cost === undefined ? {} : { usage: usage(1, cost) }));
      return historyOf(steps);
    };
    expect(costs()).toMatchObject({ resource_usage: null, start_time: null, outputs: [] });
    expect(costs(undefined, undefined)).toMatchObject({ resource_usage: null });
    expect(costs(undefined, 2, undefined, 3)).toMatchObject({ resource_usage: usage(2, 5) });
    for (const each of [[null], [null, 1], [1, null], [1, null, 1]] as const)
      expect(costs(...each), `${each}`).toMatchObject({ resource_usage: usage(each.length, null) });
  });

  it('is of the last fifty, from when the first began, of which a script that failed does not tell', () => {
    const steps = new CompletedSteps();
    steps.add('s', step('', 0));
    for (let n = 1; n <= 51; n++) steps.add(`s${n}`, step('', n * 1000));
    const { start_time: start, outputs } = historyOf(steps) as { start_time: number; outputs: { step_id: string }[] };
    expect([start, outputs.length, outputs[0]?.step_id, outputs.at(-1)?.step_id]).toEqual([900, 50, 's2', 's51']);
  });
});

it('outputs that are removed are logged together, up to a hundred for the same reason', () => {
  const drafts: EventDraft[] = [];
  const log = new PrunedLog({ append: async (draft: EventDraft) => void drafts.push(draft) } as never, 'task/g');
  const outputs = (...ids: readonly string[]) => ids.map((id) => ({ id })) as never;
  const logged = () => drafts.splice(0).map(({ kind, path, data }) => ({ kind, path, ...data }));
  log.add(outputs(), 'limit', 'lru', 3);
  log.flush();
  expect(logged()).toEqual([]);
  log.add(outputs('a'), 'limit', 'lru', 3);
  log.add(outputs('b', 'c'), 'limit', 'lru', 1);
  log.add(outputs(), 'hook', 'lru', 1);
  expect(logged()).toEqual([]);
  const event = { kind: 'outputs.pruned', path: 'task/g' };
  log.add(outputs('d'), 'hook', 'lru', 2);
  expect(logged()).toEqual([{ ...event, by: 'limit', strategy: 'lru', pruned: ['a', 'b', 'c'], left: 1 }]);
  log.add(outputs('e'), 'hook', 'custom', 2);
  expect(logged()).toEqual([{ ...event, by: 'hook', strategy: 'lru', pruned: ['d'], left: 2 }]);
  log.flush();
  log.flush();
  expect(logged()).toEqual([{ ...event, by: 'hook', strategy: 'custom', pruned: ['e'], left: 2 }]);
  for (let n = 0; n < 99; n++) log.add(outputs(`${n}`), 'limit', 'lru', 9);
  expect(logged()).toEqual([]);
  log.add(outputs('last'), 'limit', 'lru', 9);
  expect(logged()).toMatchObject([{ pruned: expect.arrayContaining(['0', 'last']) }]);
});

it('the room for the work of others is what parts beside it leave', () => {
  const room = { tokens: 10, count: (text: string) => text.length };
  const part = (text: string) => ({ kind: 'progress', text, from: [] }) as const;
  // Each part is followed by an empty line.
  expect(computeRoomBeside([part('abc'), part('d')], room)?.tokens).toBe(2);
  expect(computeRoomBeside([], room)?.tokens).toBe(10);
  expect(computeRoomBeside([part('x'.repeat(11))], room)?.tokens).toBe(0);
  expect(computeRoomBeside([part('a')], undefined)).toBeUndefined();
});
