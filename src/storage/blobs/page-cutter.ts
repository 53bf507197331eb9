import { cutBefore } from '@/base/bytes';

/** A page as cut. Its bytes are valid until the page after the next is cut. */
export interface CutPage {
  readonly inHead: boolean;
  readonly bytes: Uint8Array;
}

/**
 * The most bytes of a character. The last page of a head has at least as many, so that the start of its last character
 * is in it.
 */
const longestCharacter = 4;

/**
 * Cuts a stream of bytes into pages: those of the head, which has at most `headBytes` and ends with a whole character,
 * and those of the rest. Holds two pages in memory.
 */
export class PageCutter {
  private page = new Uint8Array(0);
  private spare = new Uint8Array(0);
  private filled = 0;
  private leftOfHead: number;

  constructor(
    headBytes: number,
    private readonly pageBytes: number,
  ) {
    this.leftOfHead = headBytes;
  }

  get isUnset(): boolean {
    return this.filled === 0;
  }

  /** Whether a page has to be cut before more bytes fit. */
  get isFull(): boolean {
    return this.filled === this.limit;
  }

  /** Takes as many of the bytes as fit, and returns how many. */
  take(bytes: Uint8Array): number {
    const count = Math.min(bytes.length, this.limit - this.filled);
    this.makeRoom(this.filled + count);
    this.page.set(bytes.subarray(0, count), this.filled);
    this.filled += count;
    return count;
  }

  /** Returns the filled page, and begins the next. */
  cut(): CutPage {
    const inHead = this.leftOfHead > 0;
    const endsHead = this.leftOfHead === this.filled;
    const end = endsHead ? cutBefore(this.page, this.filled) : this.filled;
    const bytes = this.page.subarray(0, end);
    const over = this.page.subarray(end, this.filled);
    [this.page, this.spare] = [this.spare, this.page];
    this.filled = 0;
    if (inHead) this.leftOfHead = endsHead ? 0 : this.leftOfHead - end;
    this.take(over);
    return { inHead, bytes };
  }

  private get limit(): number {
    const { leftOfHead, pageBytes } = this;
    return leftOfHead > 0 && leftOfHead < pageBytes + longestCharacter ? leftOfHead : pageBytes;
  }

  /** The page grows step by step, so that short payloads take little memory. */
  private makeRoom(needed: number): void {
    if (this.page.length >= needed) return;
    const larger = new Uint8Array(Math.max(needed, Math.min(this.limit, Math.max(4096, 4 * this.page.length))));
    larger.set(this.page.subarray(0, this.filled));
    this.page = larger;
  }
}
