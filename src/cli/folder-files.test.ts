import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fileLimits } from '@/workflow/file-repository';
import { folderFiles } from './folder-files';

let base = '';
let folder = '';
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const bytesOf = (text: string) => new TextEncoder().encode(text);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'heddle-files-'));
  folder = join(base, 'run');
  mkdirSync(folder);
});

it('is the files of a folder, by their paths in it', async () => {
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'notes', 'a.md'), 'from outside');
  const files = folderFiles(folder, []);
  await files.write('/deep/er/b.md', bytesOf('from inside'));
  expect((await files.list()).map(({ path }) => path)).toEqual(['/deep/er/b.md', '/notes/a.md']);
  expect(textOf(await files.read('/notes/a.md'))).toBe('from outside');
  expect(readFileSync(join(folder, 'deep', 'er', 'b.md'), 'utf8')).toBe('from inside');
});

it('reads what the index names on this machine, and writes nothing there', async () => {
  const outside = join(base, 'log.txt');
  writeFileSync(outside, 'run 123');
  const files = folderFiles(folder, [outside, '/no/such/file']);
  expect(await files.list()).toEqual([{ path: outside, bytes: 7 }]);
  expect(textOf(await files.read(outside))).toBe('run 123');
  expect(await files.read('/no/such/file')).toBeUndefined();
  await files.remove(outside);
  await files.write(outside, bytesOf('changed'));
  expect(readFileSync(outside, 'utf8')).toBe('run 123');
  expect(textOf(await files.read(outside))).toBe('changed');
});

it('reads nothing else of this machine', async () => {
  writeFileSync(join(base, 'secret'), 'x');
  const files = folderFiles(folder, []);
  expect(await files.read(join(base, 'secret'))).toBeUndefined();
  await expect(files.read('/../secret')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await expect(files.write('../secret', bytesOf('y'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
});

it('follows no link out of the folder', async () => {
  writeFileSync(join(base, 'secret'), 'x');
  symlinkSync(join(base, 'secret'), join(folder, 'link'));
  symlinkSync(base, join(folder, 'up'));
  symlinkSync(join(base, 'to-be-made'), join(folder, 'dangling'));
  const files = folderFiles(folder, []);
  expect(await files.list()).toEqual([]);
  expect(await files.read('/link')).toBeUndefined();
  expect(await files.read('/up/secret')).toBeUndefined();
  await expect(files.write('/link', bytesOf('y'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await expect(files.write('/up/new', bytesOf('y'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await expect(files.write('/dangling', bytesOf('y'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await files.remove('/link');
  expect(readFileSync(join(base, 'secret'), 'utf8')).toBe('x');
});

it('follows a link that stays in the folder', async () => {
  writeFileSync(join(folder, 'a'), 'x');
  symlinkSync(join(folder, 'a'), join(folder, 'b'));
  expect(textOf(await folderFiles(folder, []).read('/b'))).toBe('x');
});

it('passes over what is hidden, and refuses to read what is too large', async () => {
  mkdirSync(join(folder, '.git'));
  for (const hidden of [join('.git', 'config'), '.env']) writeFileSync(join(folder, hidden), 'x');
  writeFileSync(join(folder, 'large'), Buffer.alloc(fileLimits.bytes + 1));
  const files = folderFiles(folder, []);
  expect((await files.list()).map(({ path }) => path)).toEqual(['/large']);
  expect(await files.read('/.env')).toBeUndefined();
  expect(await files.read('/.git/config')).toBeUndefined();
  await expect(files.write('/.git/hooks/pre-commit', bytesOf('y'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await files.remove('/.env');
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('x');
  await expect(files.read('/large')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
});

it('says what the file system refuses', async () => {
  writeFileSync(join(folder, 'a'), 'x');
  const files = folderFiles(folder, []);
  await expect(files.write('/a/b', bytesOf('y'))).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  await expect(folderFiles(join(base, 'gone'), []).list()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
});
