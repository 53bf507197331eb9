import { expect, it } from 'vitest';
import { diffDocuments } from './diff-documents';
import { invertDiff } from './invert-diff';

it('is the difference of the two the other way round, and itself when turned twice', () => {
  const same = { description: 'Stays as it is, with a name that changes' };
  const one = { name: 'One', tasks: { a: { description: 'A' }, b: same, d: { description: 'Only here' } } };
  const two = {
    tasks: { a: { description: 'A, changed', agent: 'x' }, c: same, e: { system: 'Only there, and new' } },
  };
  const there = diffDocuments(one, two);
  const back = diffDocuments(two, one);
  const turned = invertDiff(there);
  const byId = (diff: typeof there) => [...diff.tasks].sort((x, y) => (x.id < y.id ? -1 : 1));
  expect(there.tasks.map(({ kind }) => kind).sort()).toEqual(['added', 'changed', 'removed', 'renamed']);
  expect(byId(turned)).toEqual(byId(back));
  expect(turned.settings).toEqual(back.settings);
  expect(invertDiff(turned)).toEqual(there);
});
