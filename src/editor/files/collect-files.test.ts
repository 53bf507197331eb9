import { expect, it } from 'vitest';
import { fileLimits } from '@/workflow/file-repository';
import { collectChosenFiles, collectDroppedFiles, giveLimits } from './collect-files';

const file = (name: string, size = 1) => new File([new Uint8Array(size)], name);
const inFolder = (path: string) => Object.defineProperty(file(path), 'webkitRelativePath', { value: path });
const pathsOf = ({ files }: { readonly files: readonly { readonly path: string }[] }) => files.map(({ path }) => path);

/** A folder as a browser gives it, two entries at a time. */
function folder(path: string, children: readonly object[]) {
  const batches = [children.slice(0, 2), children.slice(2), []].filter(
    (batch, n, all) => n === all.length - 1 || batch.length,
  );
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    isFile: false,
    isDirectory: true,
    createReader: () => ({ readEntries: (done: (entries: readonly object[]) => void) => done(batches.shift() ?? []) }),
  };
}
const entry = (path: string) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  fullPath: path,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(file(path)),
});
const drop = (...entries: readonly object[]) =>
  collectDroppedFiles({
    items: entries.map((one) => ({ kind: 'file', webkitGetAsEntry: () => one })),
  } as unknown as DataTransfer);

it('gives chosen files a place at the root, and those of a folder their place in it', () => {
  expect(pathsOf(collectChosenFiles([file('a.md'), inFolder('notes/deep/b.md')]))).toEqual([
    '/a.md',
    '/notes/deep/b.md',
  ]);
});

it('walks through dropped folders, and passes over what is hidden', async () => {
  const given = await drop(
    entry('/a.md'),
    folder('/notes', [entry('/notes/b.md'), folder('/notes/.git', []), folder('/notes/x', [entry('/notes/x/c.md')])]),
  );
  expect(pathsOf(given)).toEqual(['/a.md', '/notes/b.md', '/notes/x/c.md']);
  expect(given.leftOut).toEqual({ large: 0, many: 0, hidden: 1 });
  expect(collectChosenFiles([inFolder('notes/node_modules/x.js'), inFolder('notes/a')]).leftOut.hidden).toBe(1);
});

it('leaves out what is too large, and what is too much at once', () => {
  const large = collectChosenFiles([file('large', fileLimits.bytes + 1), file('a')]);
  expect(pathsOf(large)).toEqual(['/a']);
  expect(large.leftOut.large).toBe(1);
  const many = collectChosenFiles(Array.from({ length: giveLimits.count + 2 }, (_, n) => file(`${n}`)));
  expect(many.files).toHaveLength(giveLimits.count);
  expect(many.leftOut.many).toBe(2);
  const heavy = collectChosenFiles(Array.from({ length: 6 }, (_, n) => file(`${n}`, fileLimits.bytes)));
  expect(heavy.files).toHaveLength(5);
});
