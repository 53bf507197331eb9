import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendStep } from '@/run/journal-path';
import { buildShortId } from '@/run/short-id';
import { openRecording, readRecording } from './recording';
import type { RecordingSource } from './recording-source';
import type { StepEvent } from './run-history';

const pathOf = (step: number) => appendStep('task/p/attempt/1', 'step', step);

/** Steps of a pipeline, the first in event 2. */
function stepsOf(count: number): StepEvent[] {
  return Array.from({ length: count }, (_, step) => ({
    v: 2,
    seq: step + 2,
    t: '2026-01-01T00:00:00.000Z',
    id: buildShortId(pathOf(step)),
    path: pathOf(step),
    hash: `h${step}`,
    kind: 'effect.recorded',
    data: { effect: 'random', value: step },
  }));
}

/** A log that counts how often each of its events was read. */
function sourceOf(events: readonly StepEvent[]): RecordingSource & { readonly reads: ReadonlyMap<number, number> } {
  const reads = new Map<number, number>();
  return {
    reads,
    blob: async () => undefined,
    find: async ({ filter, from, limit }) => {
      const wanted = events.filter(({ seq, kind }) => seq >= from && filter.kinds?.includes(kind));
      const page = wanted.slice(0, limit);
      for (const { seq } of page) reads.set(seq, (reads.get(seq) ?? 0) + 1);
      return { events: page, next: wanted[limit]?.seq ?? null };
    },
  };
}

it('reads each effect once for a run that asks in the order of the log, and none before it is asked', async () => {
  const source = sourceOf(stepsOf(3500));
  const recording = await openRecording(source, 3501);
  expect(source.reads.size).toBe(0);
  for (let step = 0; step < 3500; step += 1) {
    expect((await recording.step(pathOf(step)))?.seq).toBe(step + 2);
    expect(source.reads.size).toBeLessThanOrEqual(step + 1000);
  }
  expect(Math.max(...source.reads.values())).toBe(1);
});

it('gives every effect up to its last event once, in whatever order they are asked', async () => {
  const order = fc.shuffledSubarray(Array.from({ length: 2200 }, (_, step) => step));
  await fc.assert(
    fc.asyncProperty(order, fc.integer({ min: 0, max: 2300 }), async (asked, upTo) => {
      const recording = await openRecording(sourceOf(stepsOf(2200)), upTo);
      const some = asked.slice(0, 60);
      const given = await Promise.all(some.map((step) => recording.step(pathOf(step))));
      expect(given.map((event) => event?.seq)).toEqual(some.map((step) => (step + 2 <= upTo ? step + 2 : undefined)));
      const again = await Promise.all(some.map((step) => recording.has(pathOf(step))));
      expect(again.some(Boolean)).toBe(false);
    }),
    { numRuns: 30 },
  );
});

it('gives of two effects under one key the later, with which the run continued', async () => {
  const [first] = stepsOf(1);
  if (first === undefined) throw new Error('There is a step.');
  const recording = await readRecording([first, { ...first, seq: 3, hash: 'other' }], async () => undefined);
  expect(await recording.has(first.path)).toBe(true);
  expect((await recording.step(first.path))?.hash).toBe('other');
});

it('tells two keys apart whose ids are the same', async () => {
  const events = stepsOf(2).map((event) => ({ ...event, id: buildShortId(pathOf(0)) }));
  const recording = await readRecording(events, async () => undefined);
  expect((await recording.step(pathOf(0)))?.hash).toBe('h0');
});
