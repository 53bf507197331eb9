import { AppError } from '@/base/errors';
import type { BlobOptions, BlobWriter } from '@/engine/ports/blob-store';
import { type ContentHash, createContentHash } from './content-hash';
import { PageCutter } from './page-cutter';
import { PageKeeper } from './page-keeper';
import type { Upload } from './upload';

/** The most bytes of a page, unpacked. A few pages of a payload are in memory at once. */
export const maxPageBytes = 262_144;
const minPageBytes = 1024;
/** A tail takes up to one page more than its limit, so pages are small compared to the payload. */
const pagesOfAll = 16;

/** Writes a payload page by page into `upload`. The next page is filled while one is compressed and stored. */
export function createBlobWriter(
  upload: Upload,
  options: BlobOptions,
  hash: ContentHash = createContentHash(),
): BlobWriter {
  const { maxBytes } = options;
  const pageBytes = Math.min(maxPageBytes, Math.max(minPageBytes, Math.ceil(maxBytes / pagesOfAll)));
  const cutter = new PageCutter(Math.floor(maxBytes / 2), pageBytes);
  const keeper = new PageKeeper(upload, options, hash);
  let storing: Promise<void> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  let hasEnded = false;
  let isStored = false;

  /** Stores the filled page once the one before it is stored. A failure surfaces at the next flush. */
  async function flushPage(): Promise<void> {
    await storing;
    storing = keeper.keep(cutter.cut());
    storing.catch(() => undefined);
  }

  async function takeBytes(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0; rest = rest.subarray(cutter.take(rest))) {
      if (hasEnded) throw new AppError('INTERNAL', 'This payload has ended.');
      if (cutter.isFull) await flushPage();
    }
  }

  /** Calls run one after the other, whether or not the caller waits. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  async function discard(): Promise<void> {
    if (isStored) return;
    await storing.catch(() => undefined);
    await upload.discard().catch(() => undefined);
  }

  return {
    write: (bytes) => inTurn(() => takeBytes(bytes)),
    close: () =>
      inTurn(async () => {
        if (hasEnded) throw new AppError('INTERNAL', 'This payload has ended.');
        hasEnded = true;
        try {
          while (!cutter.isUnset) await flushPage();
          await storing;
          const stored = await keeper.finish();
          isStored = true;
          return stored;
        } catch (error) {
          await discard();
          throw error;
        }
      }),
    abort: () => {
      hasEnded = true;
      return inTurn(discard);
    },
  };
}

/** Characters of a text that are encoded at once; a surrogate pair is never split. */
const textStep = 65_536;

/** Options of a text that is stored unshortened, however long. */
export const wholeText: BlobOptions = { maxBytes: Number.POSITIVE_INFINITY, compress: true };

/** Writes a whole text. Resolves to its hash. */
export async function writeText(writer: BlobWriter, text: string): Promise<string> {
  const encoder = new TextEncoder();
  try {
    for (let from = 0; from < text.length; ) {
      const to = from + textStep;
      const end = isHighHalf(text.charCodeAt(to - 1)) ? to - 1 : to;
      await writer.write(encoder.encode(text.slice(from, end)));
      from = end;
    }
    return (await writer.close()).hash;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
