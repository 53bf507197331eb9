import { cutAfter, cutBefore, utf8Length } from '@/base/bytes';
import { HeadTail } from '@/base/head-tail';
import type { TruncationStrategy } from '@/plan/plan';
import type { BlobWriter } from '../ports/blob-store';
import { decodeLossy, keptFor, type OutputView, viewOf } from './output-view';
import { Utf8Check } from './utf8-check';

/** Bytes of the start, and of the end, of an output that a summary is written of. */
const sampleBytes = 32_768;

interface StreamOptions {
  /** Most bytes that the view may have. */
  readonly limit: number;
  readonly strategy: TruncationStrategy;
  /** Begins to store the whole; called when it has become too long to be held. */
  readonly open: () => BlobWriter;
}

/** The start and the end of an output. */
export interface OutputSample {
  readonly start: string;
  readonly end: string;
  /** Bytes between them. */
  readonly missing: number;
}

/** What a stream came to. */
export interface StreamEnd extends OutputView {
  readonly bytes: number;
  readonly truncated: boolean;
  readonly isText: boolean;
  /** Set where it was to be stored. */
  readonly stored?: { readonly ref: string; readonly bytes: number };
  /** The start and the end, for a summary, and how many bytes are missing between them. */
  readonly sample: () => OutputSample;
}

/**
 * Takes an output of any length as it comes, in memory that is bounded by the limit of its view. The whole goes to the
 * blob store once it is too long to be held; what stays within the limit leaves nothing there.
 */
export class CapturedStream {
  readonly #options: StreamOptions;
  readonly #kept: HeadTail;
  readonly #check = new Utf8Check();
  #writer: BlobWriter | undefined;

  constructor(options: StreamOptions) {
    const { strategy, limit } = options;
    this.#options = options;
    this.#kept =
      strategy === 'summary' ? new HeadTail(sampleBytes, Math.max(limit, sampleBytes)) : keptFor(strategy, limit);
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#writer === undefined && !this.#kept.fits(bytes.length)) await this.#store();
    this.#kept.write(bytes);
    this.#check.write(bytes);
    await this.#writer?.write(bytes);
  }

  /**
   * Ends it. `limit`: that of the view, at most the one that it was begun with; `threshold`: the whole of a longer
   * output is stored, be it shown whole or not; `dropped`: bytes of it that did not come.
   */
  async end(limit: number, threshold: number, dropped = 0): Promise<StreamEnd> {
    const kept = this.#kept;
    const isText = this.#check.end();
    const bytes = kept.bytes + dropped;
    const whole = bytes <= limit && kept.isWhole ? decodeLossy(kept.start(kept.bytes)) : undefined;
    // What is no text may take more room as one.
    const fits = whole !== undefined && (isText || utf8Length(whole) <= limit);
    const { strategy } = this.#options;
    const view = fits
      ? { text: whole, shown: bytes }
      : viewOf(strategy === 'summary' ? 'tail' : strategy, kept, bytes, limit);
    // What is no text is kept as it is: as a text it is damaged.
    const stored = fits && isText && bytes <= threshold ? undefined : await this.#close();
    const sample = () => sampleOf(kept, bytes);
    return { ...view, bytes, truncated: !fits, isText, ...(stored === undefined ? {} : { stored }), sample };
  }

  /** Lets go of what was stored. */
  async abort(): Promise<void> {
    await this.#writer?.abort();
  }

  async #close() {
    if (this.#writer === undefined) await this.#store();
    const stored = await this.#writer?.close();
    return stored === undefined ? undefined : { ref: stored.hash, bytes: stored.bytes };
  }

  /** Stores all that came so far, which is all held. */
  async #store(): Promise<void> {
    this.#writer = this.#options.open();
    await this.#writer.write(this.#kept.start(this.#kept.bytes));
  }
}

function sampleOf(kept: HeadTail, total: number): OutputSample {
  const head = kept.start(sampleBytes);
  const tail = kept.end(Math.min(sampleBytes, kept.bytes - head.length));
  if (head.length + tail.length === total) return { start: decodeLossy(kept.start(total)), end: '', missing: 0 };
  const start = head.subarray(0, cutBefore(head, head.length));
  const end = tail.subarray(cutAfter(tail, 0));
  return { start: decodeLossy(start), end: decodeLossy(end), missing: total - start.length - end.length };
}
