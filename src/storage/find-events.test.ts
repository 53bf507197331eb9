import { expect, it } from 'vitest';
import { createBlocks, type EventBlock, findEvents } from './find-events';
import { events } from './samples.testing';

const query = { filter: {}, direction: 'forward', limit: 100 } as const;
const seqsOf = (found: readonly { readonly seq: number }[]) => found.map(({ seq }) => seq);

it('ends, with what was added too, when a log in memory grows while it is read', async () => {
  const log = events(1, 11);
  const found = findEvents(createBlocks(log), { ...query, from: 10 });
  log.push(...events(12, 13));
  expect(seqsOf((await found).events)).toEqual([10, 11, 12, 13]);
});

it.each([
  ['forward', 12],
  ['backward', 4],
] as const)('ends %s when a store gives blocks that do not hold what was asked for', async (direction, from) => {
  let calls = 0;
  const block: EventBlock = { firstSeq: 5, lastSeq: 11, open: async () => () => [] };
  const ask = async () => {
    calls += 1;
    // Fails instead of going on for ever: a search of promises alone lets no time limit through.
    if (calls > 3) throw new Error('The same was asked again and again.');
    return [block];
  };
  expect(await findEvents(ask, { ...query, direction, from })).toEqual({ events: [], next: null });
});
