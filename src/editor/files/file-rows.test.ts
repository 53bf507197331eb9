import { expect, it } from 'vitest';
import { buildFileRows, findRows } from './file-rows';

const rows = buildFileRows({ '/b.md': 'notes of the meeting', '/gone.md': 'not here' }, [
  { path: '/a.md', bytes: 3 },
  { path: '/b.md', bytes: 5 },
]);

it('lists what is in the index, in the storage, and in both', () => {
  expect(rows).toEqual([
    { path: '/a.md', bytes: 3, about: undefined },
    { path: '/b.md', bytes: 5, about: 'notes of the meeting' },
    { path: '/gone.md', bytes: undefined, about: 'not here' },
  ]);
});

it('finds rows by words of their path and text, in any order', () => {
  const found = (search: string) => findRows(rows, search).map(({ path }) => path);
  expect(found('MEETING b.md')).toEqual(['/b.md']);
  expect(found('md')).toHaveLength(3);
  expect(found('  ')).toHaveLength(3);
  expect(found('meeting gone')).toEqual([]);
});
