import 'fake-indexeddb/auto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolderFiles } from '@/cli/folder-files';
import type { Files } from '@/engine/ports/files';
import { createWorkflowFiles } from '@/storage/files-of';
import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { fileLimits } from '@/workflow/file-repository';

const now = () => 0;
let databases = 0;
const kinds: Readonly<Record<string, () => Promise<Files>>> = {
  'in IndexedDB': async () => {
    databases += 1;
    return createWorkflowFiles((await openIdbStores({ name: `files-${databases}`, now })).files, 'w1');
  },
  'in memory': async () => createWorkflowFiles(createMemoryStores({ now }).files, 'w1'),
  'in a folder': async () => createFolderFiles(mkdtempSync(join(tmpdir(), 'heddle-files-')), []),
};
const bytes = (...values: number[]) => new Uint8Array(values);

describe.each(Object.entries(kinds))('The files of a run, %s,', (_where, open) => {
  it('are listed by path with their sizes, and read as they were written', async () => {
    const files = await open();
    expect(await files.list()).toEqual([]);
    await files.write('/b/c.bin', bytes(0, 255, 128));
    await files.write('/a.md', bytes(1));
    await files.write('/a.md', bytes(1, 2));
    await files.write('b.md', bytes());
    expect(await files.list()).toEqual([
      { path: '/a.md', bytes: 2 },
      { path: '/b.md', bytes: 0 },
      { path: '/b/c.bin', bytes: 3 },
    ]);
    expect(await files.read('/b/c.bin')).toEqual(bytes(0, 255, 128));
    expect(await files.read('/b/./c.bin')).toEqual(bytes(0, 255, 128));
    expect(await files.read('/b.md')).toEqual(bytes());
    expect(await files.read('/none')).toBeUndefined();
  });

  it('can be removed, also when they are not there', async () => {
    const files = await open();
    await files.write('/a.md', bytes(1));
    await files.remove('/a.md');
    await files.remove('/a.md');
    await files.remove('/deep/none');
    expect(await files.list()).toEqual([]);
  });

  it('are refused outside of the root, and when they are too large', async () => {
    const files = await open();
    const large = new Uint8Array(fileLimits.bytes + 1);
    await expect(files.write('/../a', bytes(1))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await expect(files.write('/', bytes(1))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await expect(files.read('../a')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await expect(files.write('/large', large)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect(await files.list()).toEqual([]);
  });
});
