import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import type { IterationQuery } from '@/run/iteration-log';
import { events, iteration } from '../samples.testing';
import { createBufferSource } from './byte-source';
import { createIterationFiles } from './iteration-files';
import { toLines } from './log-line';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-iterations-'));
  mkdirSync(join(root, 'e1'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A log in which an iteration comes after so many other events each time. */
function logWith(gaps: readonly number[]): RunEvent[] {
  const log: RunEvent[] = [];
  for (const [index, gap] of gaps.entries()) {
    log.push(...events(log.length + 1, log.length + gap));
    log.push(iteration(log.length + 1, index + 1, index % 3));
  }
  return log;
}

/** The iterations of a log that may grow. */
function openIterations(log: readonly RunEvent[]) {
  let length = log.length;
  const store = createIterationFiles(root, () => {
    const held = log.slice(0, length);
    return {
      parts: [{ first: 1, last: length, open: async () => createBufferSource(Buffer.from(toLines(held))) }],
      last: length,
      close: () => {},
    };
  });
  const growTo = (next: number) => {
    length = next;
  };
  return { store, growTo };
}

/** Ordinals of the iterations of a log from an event on. */
const ordinalsFrom = (log: readonly RunEvent[], first: number) =>
  log.flatMap((event) => (event.kind === 'iteration.logged' && event.seq >= first ? [event.data.ordinal ?? 0] : []));

it('iterations are found page by page, in either direction, without those that were removed', async () => {
  const gaps = Array.from({ length: 120 }, (_, index) => (index * 7) % 6);
  const log = logWith(gaps);
  const query = fc.record({
    removed: fc.option(fc.integer({ min: 1, max: log.length })),
    direction: fc.constantFrom('forward' as const, 'backward' as const),
    from: fc.option(fc.integer({ min: 0, max: gaps.length + 2 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 40 }),
    exitCode: fc.option(fc.constantFrom(0, 1, 'failed' as const), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ removed, direction, from, limit, exitCode }) => {
      rmSync(join(root, 'e1', 'iterations.json'), { force: true });
      const { store, growTo } = openIterations(log);
      growTo(removed ?? log.length);
      const gone = removed === null ? 0 : ordinalsFrom(log.slice(0, removed), 1).length;
      if (removed !== null) expect(await store.remove('e1')).toBe(gone);
      growTo(log.length);
      const all = ordinalsFrom(log, gone === 0 ? 1 : (removed ?? 0) + 1);
      const asked = direction === 'forward' ? all : all.toReversed();
      const inReach = asked.filter(
        (one) => from === undefined || (direction === 'forward' ? one >= from : one <= from),
      );
      const isMatch = (one: number) => {
        const code = (one - 1) % 3;
        return exitCode === undefined || (exitCode === 'failed' ? code !== 0 : code === exitCode);
      };
      const matched = inReach.filter(isMatch).slice(0, limit);
      const next = matched.length < limit ? null : (inReach[inReach.indexOf(matched.at(-1) ?? 0) + 1] ?? null);
      const wish: IterationQuery = {
        ...{ direction, limit },
        ...(from === undefined ? {} : { from }),
        ...(exitCode === undefined ? {} : { exitCode }),
      };
      const page = await store.find('e1', wish);
      expect([page.iterations.map(({ ordinal }) => ordinal), page.next]).toEqual([matched, next]);
      for (const ordinal of [gone, gone + 1, gaps.length + 1]) {
        const one = await store.get(`e1-iter-${ordinal}`);
        expect(one?.ordinal).toBe(all.includes(ordinal) ? ordinal : undefined);
      }
      expect(await store.remove('e1')).toBe(all.length);
      expect(await store.remove('e1')).toBe(0);
    }),
    { numRuns: 5 },
  );
});

it('a long search ends after two thousand iterations, and says where it goes on', async () => {
  const { store } = openIterations(logWith(Array(2002).fill(0)));
  const query = { exitCode: 7, limit: 5 };
  expect(await store.find('e1', { ...query, direction: 'forward' })).toEqual({ iterations: [], next: 2001 });
  expect(await store.find('e1', { ...query, direction: 'forward', from: 3 })).toEqual({ iterations: [], next: null });
  expect(await store.find('e1', { ...query, direction: 'backward' })).toEqual({ iterations: [], next: 2 });
});

it('an id that is none finds nothing, and opens no log', async () => {
  const store = createIterationFiles(root, () => {
    throw new Error('Opened.');
  });
  for (const id of ['e1', '-iter-1', 'e1-iter-', 'e1-iter-x']) expect(await store.get(id)).toBeUndefined();
  await expect(store.get('e1-iter-1')).rejects.toThrow('Opened.');
});
