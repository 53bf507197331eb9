import { expect, it } from 'vitest';
import { documentOf } from '@/workflow/sample.testing';
import { filterRows } from './tree-rows';

const document = {
  ...documentOf({
    collect: { type: 'atomic' },
    by: { type: 'group', subtasks: { web: { type: 'script', name: 'Fetch it' }, other: { type: 'atomic' } } },
  }),
  layout: { collapsed: ['by'] },
};
const paths = (text: string) => filterRows(document, text).map(({ taskPath }) => taskPath);

it('keeps what has the text in its name, id or type, and the containers around it, folded or not', () => {
  expect(paths('FETCH')).toEqual(['by', 'by/web']);
  expect(paths('script')).toEqual(['by', 'by/web']);
  expect(paths('other')).toEqual(['by', 'by/other']);
  expect(paths('none')).toEqual([]);
  expect(filterRows(document, 'web')[1]).toMatchObject({ level: 2, position: 1, count: 1, open: undefined });
});
