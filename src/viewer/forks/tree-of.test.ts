import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listForkTree } from './tree-of';

const run = (id: string, from?: string) => ({ id, ...(from && { forkedFrom: { executionId: from, seq: 1 } }) });
const idsOf = (entries: readonly ReturnType<typeof run>[], id: string) =>
  listForkTree(entries, id).map((entry) => entry.id);

it('has what a run was forked from, and every fork of these, in the order of the list', () => {
  const entries = [run('g'), run('f', 'b'), run('e', 'gone'), run('d', 'c'), run('c', 'a'), run('b', 'a'), run('a')];
  for (const id of ['a', 'b', 'c', 'd', 'f']) expect(idsOf(entries, id)).toEqual(['f', 'd', 'c', 'b', 'a']);
  expect(idsOf(entries, 'g')).toEqual(['g']);
  // What it was forked from was removed.
  expect(idsOf(entries, 'e')).toEqual(['e']);
  expect(idsOf(entries, 'nobody')).toEqual([]);
});

it('ends for every list, and parts it into trees', () => {
  const id = fc.integer({ min: 0, max: 8 }).map(String);
  const list = fc.uniqueArray(fc.tuple(id, fc.option(id, { nil: undefined })), { selector: ([own]) => own });
  fc.assert(
    fc.property(list, (pairs) => {
      const entries = pairs.map(([own, from]) => run(own, from));
      for (const { id: own } of entries) expect(idsOf(entries, own)).toContain(own);
    }),
  );
});
