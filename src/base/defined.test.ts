import { expect, it } from 'vitest';
import { defined } from './defined';

it('leaves out what is undefined, and nothing else', () => {
  const none: string | undefined = undefined;
  const members = defined({ a: 0, b: none, c: '', d: null, e: false });
  expect(Object.entries(members)).toEqual([
    ['a', 0],
    ['c', ''],
    ['d', null],
    ['e', false],
  ]);
  expect({ b: 'kept', ...defined({ b: none }) }).toEqual({ b: 'kept' });
});
