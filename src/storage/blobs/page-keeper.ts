import { cutAfter, joinBytes } from '@/base/bytes';
import type { BlobOptions } from '@/engine/ports/blob-store';
import { gunzipBytes, gzipBytes } from '../gzip';
import type { ContentHash } from './content-hash';
import type { CutPage } from './page-cutter';
import type { PageEntry, Upload } from './upload';

const lineFeed = 0x0a;

/**
 * Stores the pages of one payload. Of what comes after the head, only the last bytes are kept, up to the limit. The
 * hash covers what is kept: what is dropped is only known at the end, so a tail is read again then.
 */
export class PageKeeper {
  private readonly head: PageEntry[] = [];
  private readonly tail: PageEntry[] = [];
  private nextPage = 0;
  private headBytes = 0;
  private lastOfHead = lineFeed;
  /** Bytes that came after the head, and how many of them are stored. */
  private restBytes = 0;
  private heldBytes = 0;
  private headHash: ContentHash | undefined;

  constructor(
    private readonly upload: Upload,
    private readonly options: BlobOptions,
    private readonly hash: ContentHash,
  ) {}

  /** Stores the next page. */
  async keep({ inHead, bytes }: CutPage): Promise<void> {
    if (bytes.length === 0) return;
    const entry = { page: this.nextPage++, bytes: bytes.length };
    if (inHead) {
      this.headBytes += bytes.length;
      this.lastOfHead = bytes.at(-1) ?? lineFeed;
      this.head.push(entry);
    } else {
      this.headHash ??= this.hash.copy();
      this.restBytes += bytes.length;
      this.heldBytes += bytes.length;
      await this.dropOldest();
      this.tail.push(entry);
    }
    if (!this.isCut) this.hash.update(bytes);
    await this.put(entry, bytes, inHead);
  }

  /** Completes the payload. Resolves to its hash and bytes once it is stored. */
  async finish(): Promise<{ readonly hash: string; readonly bytes: number }> {
    const hash = this.isCut ? await this.truncateTail() : this.hash.hex();
    const pages = [...this.head, ...this.tail];
    await this.upload.finish(hash, pages);
    return { hash, bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** How many of the bytes after the head are kept. */
  private get tailBytes(): number {
    return this.options.maxBytes - this.headBytes;
  }

  /** Whether more bytes came than are kept. */
  private get isCut(): boolean {
    return this.restBytes > this.tailBytes;
  }

  private async dropOldest(): Promise<void> {
    for (let oldest = this.tail[0]; oldest !== undefined; oldest = this.tail[0]) {
      if (this.heldBytes - oldest.bytes < this.tailBytes) return;
      this.tail.shift();
      this.heldBytes -= oldest.bytes;
      await this.upload.drop(oldest.page);
    }
  }

  /**
   * Cuts the oldest page of the tail to size, and puts the line with the number of missing bytes before it. Returns the
   * hash of the payload.
   */
  private async truncateTail(): Promise<string> {
    // Two pages, because a character may begin in one and end in the next.
    const [first, second] = this.tail.splice(0, 2);
    if (first === undefined || this.headHash === undefined) throw new Error('What came last is not kept.');
    const start =
      second === undefined ? await this.read(first) : joinBytes([await this.read(first), await this.read(second)]);
    const from = cutAfter(start, this.heldBytes - this.tailBytes);
    const missing = this.restBytes - this.heldBytes + from;
    const line = `${this.lastOfHead === lineFeed ? '' : '\n'}--- [${missing} bytes truncated] ---\n`;
    const bytes = joinBytes([new TextEncoder().encode(line), start.subarray(from)]);
    const hash = this.headHash;
    hash.update(bytes);
    for (const entry of this.tail) hash.update(await this.read(entry));
    if (second !== undefined) await this.upload.drop(second.page);
    const entry = { page: first.page, bytes: bytes.length };
    this.tail.unshift(entry);
    await this.put(entry, bytes, false);
    return hash.hex();
  }

  private async put(entry: PageEntry, bytes: Uint8Array, final: boolean): Promise<void> {
    await this.upload.put(entry, this.options.compress ? await gzipBytes(bytes) : bytes, final);
  }

  private async read({ page }: PageEntry): Promise<Uint8Array> {
    const data = await this.upload.read(page);
    return this.options.compress ? gunzipBytes(data) : data;
  }
}
