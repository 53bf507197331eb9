import { expect, it } from 'vitest';
import { checkFileCount } from './checked-files';

const paths = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`);
const added = (...names: string[]) => names.map((path) => ({ path, content: new Uint8Array() }));

it('allows a workflow 2,000 files and no more, of which one that is replaced counts once', () => {
  expect(() => checkFileCount(paths(1999), added('/more'))).not.toThrow();
  expect(() => checkFileCount(paths(2000), added('/0', '/1'))).not.toThrow();
  expect(() => checkFileCount(paths(2000), added('/more'))).toThrow('2000 files; these would be 2001');
  expect(() => checkFileCount([], added(...paths(2001)))).toThrow('2000 files; these would be 2001');
});
