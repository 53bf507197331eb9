import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CapturedStream } from '@/engine/capture/captured-stream';
import type { BlobStore, BlobWriter } from '@/engine/ports/blob-store';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { inChunks, logText, megabytesPerSecond, pack } from './outputs/log-text';

type Figures = Readonly<Record<string, number>>;

/** The default `max_stored_bytes`. */
const maxBytes = 104_857_600;
const output = logText(10_000_000);
const chunks = inChunks(output);

/** What is measured with an output of 10 MB, by its name. */
export const subjects: Readonly<Record<string, () => Promise<Figures>>> = {
  'bare gzip (zlib)': () => speed(() => promisify(gzip)(output)),
  'bare gzip (CompressionStream)': () => speed(() => pack(chunks)),
  'bare write of a file': () => inFolder((folder) => speed(() => writeFile(join(folder, 'bare')))),
  'Heddle, folder, gzip': () => ofFolder(true),
  'Heddle, folder, as it is': () => ofFolder(false),
  'Heddle, folder, gzip, both ends of 10 MB': () => ofFolder(true, 5_000_000),
  ...Object.fromEntries(
    (['head', 'tail', 'both'] as const).flatMap((cut) => [
      [`Heddle, shortened to ${cut}, the rest let go`, () => speed(() => shorten(cut, nowhere))],
      [
        `Heddle, shortened to ${cut}, folder, gzip`,
        () => inFolder((folder) => speed(() => shorten(cut, inStore(openRunJournal(folder, () => {}).blobs)))),
      ],
    ]),
  ),
  'Heddle, memory, gzip': async () => {
    const { blobs } = createRunJournal();
    return { ...(await speed(() => write(blobs, { maxBytes, compress: true }))), ...(await readingSpeed(blobs)) };
  },
};

/**
 * Outputs of 10 MB one after the other into a folder: seconds, and by how much the memory of the process has grown at
 * most.
 */
export function measureMany(count: number): Promise<Figures> {
  return inFolder(async (folder) => {
    const journal = openRunJournal(folder, () => {});
    const before = process.memoryUsage.rss();
    const start = performance.now();
    let peak = before;
    for (let n = 0; n < count; n += 1) {
      // Each another: the same twice would be stored once.
      await write(journal.blobs, { maxBytes, compress: true }, new TextEncoder().encode(`output ${n}\n`), () => {
        peak = Math.max(peak, process.memoryUsage.rss());
      });
    }
    journal.close();
    return { seconds: (performance.now() - start) / 1000, 'memory, MB more': (peak - before) / 1_000_000 };
  });
}

async function speed(work: () => Promise<unknown>): Promise<Figures> {
  return { 'MB/s': await megabytesPerSecond(output, work) };
}

function ofFolder(compress: boolean, most = maxBytes): Promise<Figures> {
  return inFolder(async (folder) => {
    const { blobs } = openRunJournal(folder, () => {});
    const written = await speed(() => write(blobs, { maxBytes: most, compress }));
    return most < output.length ? written : { ...written, ...(await readingSpeed(blobs)) };
  });
}

/** The default `max_stdout_bytes`. */
const viewBytes = 1_048_576;

/** Takes the output in as that of a script: its view is made, its whole written as `open` says. */
async function shorten(strategy: 'head' | 'tail' | 'both', open: () => BlobWriter): Promise<void> {
  const captured = new CapturedStream({ limit: viewBytes, strategy, open });
  for (const chunk of chunks) await captured.write(chunk);
  const { shown } = await captured.end(viewBytes, viewBytes);
  if (shown !== viewBytes) throw new Error('The view is not of the length asked for.');
}

const inStore = (blobs: BlobStore) => () => blobs.open('e1', { maxBytes, compress: true });

const nowhere = (): BlobWriter => ({
  write: async () => {},
  close: async () => ({ hash: '', bytes: 0 }),
  abort: async () => {},
});

let lastRef = '';

async function write(
  blobs: BlobStore,
  options: { readonly maxBytes: number; readonly compress: boolean },
  first = new Uint8Array(0),
  onWritten = () => {},
): Promise<void> {
  const writer = blobs.open('e1', options);
  for (const chunk of [first, ...chunks]) {
    await writer.write(chunk);
    onWritten();
  }
  lastRef = (await writer.close()).hash;
}

/** Of what was written last. */
async function readingSpeed(blobs: BlobStore): Promise<Figures> {
  const read = async () => {
    let bytes = 0;
    for await (const page of (await blobs.stream('e1', lastRef)) ?? []) bytes += page.length;
    if (bytes !== output.length) throw new Error('Not all was read.');
  };
  return { 'reading, MB/s': await megabytesPerSecond(output, read) };
}

async function writeFile(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (const chunk of chunks) await file.write(chunk);
  await file.close();
  await rm(path);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
