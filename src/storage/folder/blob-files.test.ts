import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import { createBlobFiles } from './blob-files';

let root = '';
let blobs: ReturnType<typeof createBlobFiles>;
const folder = () => join(root, 'e1', 'blobs');
const files = () => readdirSync(folder());
const all = { maxBytes: 1e9, compress: true };
const text = 'A line of a log, as they are. 0123456789\n'.repeat(30_000);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-blobs-'));
  blobs = createBlobFiles(root);
});

async function write(options = all): Promise<string> {
  const writer = blobs.open('e1', options);
  await writer.write(Buffer.from(text));
  return (await writer.close()).hash;
}

async function readAll(hash: string, from?: number): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await blobs.stream('e1', hash, from)) ?? []) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('a payload in a folder', () => {
  it('is gzip for any other tool, or the bytes as they are', async () => {
    const hash = await write();
    expect(files()).toEqual([`${hash}.gz`]);
    expect(gunzipSync(readFileSync(join(folder(), `${hash}.gz`))).toString()).toBe(text);
    await blobs.remove('e1', hash);
    // A text that is longer than a page is no other payload.
    expect(await blobs.put('e1', text)).toBe(hash);
    expect(files()).toEqual([`${hash}.gz`]);
    await blobs.remove('e1', hash);
    await write({ ...all, compress: false });
    expect(readFileSync(join(folder(), hash), 'utf8')).toBe(text);
    expect(await blobs.pathOf('e1', hash)).toBe(join(folder(), hash));
  });

  it('can be gzip that another program packed', async () => {
    const hash = await blobs.put('e1', 'x'.repeat(5000));
    const other = hashText(text);
    writeFileSync(join(folder(), `${other}.gz`), gzipSync(text));
    expect([await blobs.size('e1', hash), await blobs.size('e1', other)]).toEqual([5000, text.length]);
    expect(await blobs.get('e1', other)).toBe(text);
    expect(await readAll(other, 1_000_000)).toBe(text.slice(1_000_000));
  });

  it('takes no more of the disk than is kept of it, however long it is', async () => {
    const used = () => files().reduce((sum, file) => sum + statSync(join(folder(), file)).size, 0);
    const writer = blobs.open('e1', { maxBytes: 400_000, compress: false });
    await writer.write(Buffer.from(text));
    for (let n = 0; n < 20; n += 1) {
      await writer.write(Buffer.from(text));
      expect(used()).toBeLessThan(480_000);
    }
    await writer.close();
    expect(files()).toHaveLength(1);
    expect(used()).toBeLessThan(401_000);
  });

  it('is nothing that can be read after a crash in the middle, and keeps no later one away', async () => {
    const writer = blobs.open('e1', { ...all, maxBytes: text.length });
    await writer.write(Buffer.from(text));
    await expect.poll(() => files().length).toBeGreaterThan(2);
    expect(files().every((file) => file.endsWith('.tmp'))).toBe(true);
    blobs = createBlobFiles(root);
    expect(await blobs.get('e1', await write())).toBe(text);
    await writer.abort();
    expect(files()).toHaveLength(1);
  });

  it('is stored anew over one that was cut short', async () => {
    for (const compress of [true, false]) {
      const hash = await write({ ...all, compress });
      truncateSync((await blobs.pathOf('e1', hash)) ?? '', 100);
      await write({ ...all, compress });
      expect((await blobs.get('e1', hash)) === text).toBe(true);
      await blobs.remove('e1', hash);
    }
  });

  it.each([
    ['was cut short', (bytes: Buffer) => bytes.subarray(0, -40), 1_000_000],
    ['was cut to nothing', () => Buffer.alloc(0), 0],
    ['was changed', (bytes: Buffer) => bytes.fill(7, 2000, 2010), 0],
    ['has something behind it', (bytes: Buffer) => Buffer.concat([bytes, bytes]), 1_000_000],
    ['lost its first page', (bytes: Buffer) => bytes.subarray(bytes.readUInt32LE(16)), 1],
  ])('is told when it %s', async (_what, change, from) => {
    const hash = await write();
    const path = join(folder(), `${hash}.gz`);
    writeFileSync(path, change(readFileSync(path)));
    await expect(readAll(hash, from)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    await expect(blobs.get('e1', hash)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });

  it('is read without the pages before the place that is asked for', async () => {
    const hash = await write();
    const path = join(folder(), `${hash}.gz`);
    writeFileSync(path, readFileSync(path).fill(7, 30, 40));
    expect((await readAll(hash, 600_000)) === text.slice(600_000)).toBe(true);
  });

  it('is one file, however the same is stored later', async () => {
    await blobs.put('e1', text.slice(0, 5000));
    const writer = blobs.open('e1', { ...all, compress: false });
    await writer.write(Buffer.from(text.slice(0, 5000)));
    await writer.close();
    expect(files()).toHaveLength(1);
  });

  it('is no other file of the folder, whatever a log names', async () => {
    const hash = await write();
    writeFileSync(join(root, 'e1', 'other'), 'other');
    expect(await blobs.stream('e1', '../other', 1)).toBeUndefined();
    await blobs.remove('e1', '../other');
    expect(readFileSync(join(root, 'e1', 'other'), 'utf8')).toBe('other');
    expect(await blobs.size('e1', hash)).toBe(text.length);
  });

  it('leaves nothing when it cannot be stored', async () => {
    writeFileSync(join(root, 'e1'), 'in the way');
    const writer = blobs.open('e1', all);
    await writer.write(Buffer.from(text)).catch(() => undefined);
    await expect(writer.close()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await writer.abort();
    expect(readdirSync(root)).toEqual(['e1']);
  });
});
