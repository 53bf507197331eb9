import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fileLimits } from '@/workflow/file-repository';
import { createFolderFiles } from './folder-files';

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
  const files = createFolderFiles(folder, []);
  await files.write('/deep/er/b.md', bytesOf('from inside'));
  expect((await files.list()).map(({ path }) => path)).toEqual(['/deep/er/b.md', '/notes/a.md']);
  expect(textOf(await files.read('/notes/a.md'))).toBe('from outside');
  expect(readFileSync(join(folder, 'deep', 'er', 'b.md'), 'utf8')).toBe('from inside');
});

it('reads what the index names on this machine, and writes nothing there', async () => {
  const outside = join(base, 'log.txt');
  writeFileSync(outside, 'run 123');
  const files = createFolderFiles(folder, [outside, '/no/such/file']);
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
  const files = createFolderFiles(folder, []);
  expect(await files.read(join(base, 'secret'))).toBeUndefined();
  await expect(files.read('/../secret')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await expect(files.write('../secret', bytesOf('y'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
});

it('follows no link out of the folder', async () => {
  writeFileSync(join(base, 'secret'), 'x');
  symlinkSync(join(base, 'secret'), join(folder, 'link'));
  symlinkSync(base, join(folder, 'up'));
  symlinkSync(join(base, 'to-be-made'), join(folder, 'dangling'));
  const files = createFolderFiles(folder, []);
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
  expect(textOf(await createFolderFiles(folder, []).read('/b'))).toBe('x');
});

it('passes over what is hidden, and refuses to read what is too large', async () => {
  mkdirSync(join(folder, '.git'));
  for (const hidden of [join('.git', 'config'), '.env']) writeFileSync(join(folder, hidden), 'x');
  writeFileSync(join(folder, 'large'), Buffer.alloc(fileLimits.bytes + 1));
  const files = createFolderFiles(folder, []);
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
  const files = createFolderFiles(folder, []);
  await expect(files.write('/a/b', bytesOf('y'))).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  await expect(createFolderFiles(join(base, 'gone'), []).list()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
});

/** The folder of a run with a log, a plan and a prompt, as a store has it. */
function storeRun(store: string): string {
  const run = join(store, '20261127-101112-0a1b2c3d');
  mkdirSync(join(run, 'blobs'), { recursive: true });
  for (const name of ['run.json', 'plan.json', 'events.jsonl']) writeFileSync(join(run, name), '{}');
  writeFileSync(join(run, 'blobs', 'ab'), 'a prompt');
  return run;
}

it.each([['known'], ['not known']])('is not what a store that is %s keeps of runs, wherever it is', async (known) => {
  for (const store of [join(folder, 'runs'), join(folder, 'a', 'b', 'store'), folder]) {
    const run = storeRun(store);
    const stores = known === 'known' ? [store] : [];
    const events = join(run, 'events.jsonl');
    writeFileSync(join(folder, 'note.md'), 'mine');
    symlinkSync(run, join(folder, `link-${stores.length}-${store.length}`));
    const files = createFolderFiles(folder, [events], stores);
    expect((await files.list()).map(({ path }) => path)).toEqual(['/note.md']);
    const paths = [events.slice(folder.length), `/link-${stores.length}-${store.length}/events.jsonl`, events];
    for (const path of [...paths, join(run, 'blobs', 'ab').slice(folder.length)]) {
      expect(await files.read(path), path).toBeUndefined();
      expect(await files.pages?.(path), path).toBeUndefined();
      // An absolute path outside of the index is one in the folder.
      if (path === events) continue;
      await expect(files.write(path, bytesOf('y')), path).rejects.toMatchObject({ code: 'FILE_REFUSED' });
      await files.remove(path);
    }
    expect(readFileSync(events, 'utf8')).toBe('{}');
    rmSync(run, { recursive: true });
    rmSync(join(folder, `link-${stores.length}-${store.length}`));
  }
});

it('is not what else lies in a known store, and is what a person calls run.json', async () => {
  mkdirSync(join(folder, 'runs'));
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'runs', 'x'), 'x');
  writeFileSync(join(folder, 'mine', 'run.json'), 'x');
  const files = createFolderFiles(folder, [], [join(folder, 'runs')]);
  expect((await files.list()).map(({ path }) => path)).toEqual(['/mine/run.json']);
  expect(await files.read('/runs/x')).toBeUndefined();
  await expect(files.write('/runs/y/z', bytesOf('y'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(textOf(await files.read('/mine/run.json'))).toBe('x');
});
