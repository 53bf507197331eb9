import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect, it } from 'vitest';
import { readZip } from '@/storage/transfer/read-zip';
import { writeZip, type ZipEntry } from './write-zip';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const random = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7919 + 13) % 256);

async function zip(...entries: readonly ZipEntry[]): Promise<Blob> {
  return writeZip(
    (async function* () {
      yield* entries;
    })(),
  );
}

async function contents(archive: Blob) {
  const found = await readZip(archive);
  return Promise.all(found.map(async ({ name, read }) => [name, await read()]));
}

/** An archive as bytes, to be damaged. */
const open = async (archive: Blob) => new Uint8Array(await archive.arrayBuffer());

it('gives back what was put in, byte for byte', async () => {
  const files = [
    { name: 'a.yaml', bytes: bytesOf('tasks: {}') },
    { name: 'bilder/grün/ä.png', bytes: random(100_000) },
    { name: 'empty.txt', bytes: new Uint8Array() },
  ];
  expect(await contents(await zip(...files))).toEqual(files.map(({ name, bytes }) => [name, bytes]));
  expect(await contents(await zip())).toEqual([]);
});

/** An archive of one file that is packed by deflate, as most programs do, and says that it has `size` bytes. */
async function packed(text: string, size: number) {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, dataDescriptor: false });
  await writer.add('a', new Uint8ArrayReader(bytesOf(text)));
  const archive = await open(await writer.close());
  const view = new DataView(archive.buffer);
  const directory = archive.findLastIndex(
    (_, at) => at + 4 <= archive.length && view.getUint32(at, true) === 0x02014b50,
  );
  view.setUint32(directory + 24, size, true);
  return new Blob([archive]);
}

it('reads what is packed, and nothing beyond the size that is announced', async () => {
  const text = 'x'.repeat(100_000);
  expect(await contents(await packed(text, text.length))).toEqual([['a', bytesOf(text)]]);
  const [bomb] = await readZip(await packed(text, 10));
  await expect(bomb?.read()).rejects.toThrow('it is damaged');
});

it('refuses what is no archive, and what is damaged', async () => {
  await expect(readZip(new Blob(['PK, and no more']))).rejects.toThrow('It is not a ZIP archive');
  const archive = await open(await zip({ name: 'a.png', bytes: random(1000) }));
  const cut = new Blob([archive.subarray(0, archive.length - 30)]);
  await expect(readZip(cut)).rejects.toThrow('cut off');
  const changed = archive.slice();
  changed[500] = (changed[500] ?? 0) ^ 1;
  const [file] = await readZip(new Blob([changed]));
  await expect(file?.read()).rejects.toThrow('it is damaged');
  // The bit of a password, in the directory and before the file.
  const secret = archive.slice();
  for (const at of [6, 30 + 5 + 1000 + 8]) secret[at] = (secret[at] ?? 0) | 1;
  await expect((await readZip(new Blob([secret])))[0]?.read()).rejects.toThrow('it has a password');
  // More files than the list has.
  const more = archive.slice();
  more[archive.length - 12] = 9;
  await expect(readZip(new Blob([more]))).rejects.toThrow('Its list of files is damaged');
});
