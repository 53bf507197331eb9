import { expect, it } from 'vitest';
import { createWorkflowFiles } from '@/storage/files-of';
import { fileLimits } from '@/workflow/file-repository';
import { describeEachFileStore } from './each-store';

const bytes = (...values: number[]) => new Uint8Array(values);

describeEachFileStore('The file repository', (open) => {
  it('gives back what was written last, and lists it by path with its size', async () => {
    const { files } = await open();
    await files.write('w1', [
      { path: '/b/notes.md', content: bytes(0, 255, 10) },
      { path: '/a.md', content: bytes() },
    ]);
    await files.write('w1', [{ path: '/a.md', content: bytes(7) }]);
    expect(await files.list('w1')).toEqual([
      { path: '/a.md', bytes: 1 },
      { path: '/b/notes.md', bytes: 3 },
    ]);
    expect(await files.read('w1', '/b/notes.md')).toEqual(bytes(0, 255, 10));
    expect(await files.read('w1', '/none')).toBeUndefined();
  });

  it('gives back a large file, as a whole and page by page', async () => {
    const { files } = await open();
    const content = Uint8Array.from({ length: 2 ** 21 + 3 }, (_, index) => (index * 7) % 251);
    await files.write('w1', [{ path: '/large.png', content }]);
    expect(await files.list('w1')).toEqual([{ path: '/large.png', bytes: content.length }]);
    expect(Buffer.compare((await files.read('w1', '/large.png')) ?? bytes(), content)).toBe(0);
    const pages: Uint8Array[] = [];
    for await (const page of (await files.pages?.('w1', '/large.png')) ?? [content]) pages.push(page);
    expect(Buffer.compare(Buffer.concat(pages), content)).toBe(0);
    expect(await files.pages?.('w1', '/none')).toBeUndefined();
    await files.write('w1', [{ path: '/even.png', content: content.subarray(0, 2 ** 20) }]);
    for await (const page of (await files.pages?.('w1', '/even.png')) ?? []) expect(page).not.toHaveLength(0);
  });

  it('brings paths into one form, whatever the call', async () => {
    const { files } = await open();
    await files.write('w1', [{ path: 'a//./b/../c.md', content: bytes(1) }]);
    expect(await files.list('w1')).toEqual([{ path: '/a/c.md', bytes: 1 }]);
    expect(await files.read('w1', 'a\\c.md')).toEqual(bytes(1));
    await files.remove('w1', ['/a/./c.md']);
    expect(await files.list('w1')).toEqual([]);
  });

  it('refuses a path that leads out, and a file that is too large, and then writes none', async () => {
    const { files } = await open();
    const small = { path: '/small', content: bytes(1) };
    for (const bad of [
      { path: '../out', content: bytes(1) },
      { path: '/large', content: new Uint8Array(fileLimits.bytes + 1) },
    ]) {
      await expect(files.write('w1', [small, bad])).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    }
    await expect(files.read('w1', '/../../x')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect(await files.list('w1')).toEqual([]);
  });

  it('refuses more files than a workflow may have, counts one that is replaced once, and then writes none', async () => {
    const { files } = await open();
    await files.write('w1', [{ path: '/0', content: bytes(1) }]);
    const many = Array.from({ length: fileLimits.count + 1 }, (_, n) => ({ path: `/${n}`, content: bytes(2) }));
    const told = { code: 'FILE_REFUSED', message: expect.stringContaining(`would be ${fileLimits.count + 1}.`) };
    await expect(files.write('w1', many)).rejects.toMatchObject(told);
    // As many as there may be, but beside one that is there.
    await expect(files.write('w1', many.slice(1))).rejects.toMatchObject(told);
    expect(await files.list('w1')).toEqual([{ path: '/0', bytes: 1 }]);
    expect(await files.read('w1', '/0')).toEqual(bytes(1));
  });

  it('removes what is named, and does not mind what is not there', async () => {
    const { files } = await open();
    await files.write('w1', [
      { path: '/a', content: bytes(1) },
      { path: '/b', content: bytes(1) },
    ]);
    await files.remove('w1', ['/a', '/gone']);
    expect(await files.list('w1')).toEqual([{ path: '/b', bytes: 1 }]);
  });

  it('is not touched by later changes to what was written or read', async () => {
    const { files } = await open();
    const content = bytes(1, 2, 3);
    await files.write('w1', [{ path: '/a', content: content.subarray(0, 2) }]);
    content[0] = 9;
    const read = await files.read('w1', '/a');
    expect(read).toEqual(bytes(1, 2));
    read?.fill(0);
    expect(await files.read('w1', '/a')).toEqual(bytes(1, 2));
  });

  it('keeps the files of workflows apart, also as a run sees them', async () => {
    const { files } = await open();
    const [mine, other] = [createWorkflowFiles(files, 'w1'), createWorkflowFiles(files, 'w2')];
    await mine.write('/a', bytes(1));
    await other.write('/b', bytes(2));
    await other.remove('/a');
    expect(await mine.list()).toEqual([{ path: '/a', bytes: 1 }]);
    expect(await other.read('/a')).toBeUndefined();
    expect(await mine.read('/a')).toEqual(bytes(1));
  });
});
