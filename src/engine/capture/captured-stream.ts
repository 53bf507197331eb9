import { computeUtf8Length, cutAfter, cutBefore } from '@/base/bytes';
import { defined } from '@/base/defined';
import { HeadTail } from '@/base/head-tail';
import type { TruncationStrategy } from '@/plan/plan';
import type { BlobWriter } from '../ports/blob-store';
import { buildOutputView, createViewBuffer, decodeLossy, type OutputView } from './output-view';
import { Utf8Check } from './utf8-check';

/** Bytes at the start, and at the end, of an output from which a summary is written. */
const sampleBytes = 32_768;

interface StreamOptions {
  /** Most bytes of the view. */
  readonly limit: number;
  readonly strategy: TruncationStrategy;
  /** Starts to store the whole; called when the output is too long for memory. */
  readonly open: () => BlobWriter;
}

/** The start and the end of an output. */
export interface OutputSample {
  readonly start: string;
  readonly end: string;
  /** Number of bytes between them. */
  readonly missing: number;
}

/** The result of a stream. */
export interface StreamEnd extends OutputView {
  readonly bytes: number;
  readonly truncated: boolean;
  readonly isText: boolean;
  /** Set if the whole was stored. */
  readonly stored?: { readonly ref: string; readonly bytes: number };
  /** The start and the end, for a summary, and how many bytes are between them. */
  readonly sample: () => OutputSample;
}

/**
 * Captures an output of any length, in memory bounded by the limit of its view. Once the output is too long for memory,
 * the whole goes to the blob store. A shorter one leaves nothing there.
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
      strategy === 'summary'
        ? new HeadTail(sampleBytes, Math.max(limit, sampleBytes))
        : createViewBuffer(strategy, limit);
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#writer === undefined && !this.#kept.fits(bytes.length)) await this.#store();
    this.#kept.write(bytes);
    this.#check.write(bytes);
    await this.#writer?.write(bytes);
  }

  /**
   * Ends the stream. `limit`: of the view, at most the one given at the start. `threshold`: a longer output is stored
   * whole, even if the view shows all of it. `dropped`: bytes of the output that never arrived.
   */
  async end(limit: number, threshold: number, dropped = 0): Promise<StreamEnd> {
    const kept = this.#kept;
    const isText = this.#check.end();
    const bytes = kept.bytes + dropped;
    const whole = bytes <= limit && kept.isWhole ? decodeLossy(kept.start(kept.bytes)) : undefined;
    // Binary data can take more bytes as text.
    const fits = whole !== undefined && (isText || computeUtf8Length(whole) <= limit);
    const { strategy } = this.#options;
    const view = fits
      ? { text: whole, shown: bytes }
      : buildOutputView(strategy === 'summary' ? 'tail' : strategy, kept, bytes, limit);
    // Binary data is stored as it is, because the conversion to text damages it.
    const stored = fits && isText && bytes <= threshold ? undefined : await this.#close();
    const buildSample = () => buildOutputSample(kept, bytes);
    return {
      ...view,
      bytes,
      truncated: !fits,
      isText,
      ...defined({ stored }),
      sample: buildSample,
    };
  }

  /** Discards what was stored. */
  async abort(): Promise<void> {
    await this.#writer?.abort();
  }

  async #close() {
    if (this.#writer === undefined) await this.#store();
    const stored = await this.#writer?.close();
    return stored === undefined ? undefined : { ref: stored.hash, bytes: stored.bytes };
  }

  /** Stores what arrived so far; all of it is still in memory. */
  async #store(): Promise<void> {
    this.#writer = this.#options.open();
    await this.#writer.write(this.#kept.start(this.#kept.bytes));
  }
}

function buildOutputSample(kept: HeadTail, total: number): OutputSample {
  const head = kept.start(sampleBytes);
  const tail = kept.end(Math.min(sampleBytes, kept.bytes - head.length));
  if (head.length + tail.length === total) return { start: decodeLossy(kept.start(total)), end: '', missing: 0 };
  const start = head.subarray(0, cutBefore(head, head.length));
  const end = tail.subarray(cutAfter(tail, 0));
  return { start: decodeLossy(start), end: decodeLossy(end), missing: total - start.length - end.length };
}
