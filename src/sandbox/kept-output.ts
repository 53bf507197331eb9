/** Space for the line that replaces missing bytes. */
const lineBytes = 60;
const largestPage = 2 ** 18;
/** Pages are small compared to the limit, because whole pages are dropped. */
const pagesOfAll = 16;

/**
 * Keeps the output of a script while it cannot be passed on: all of it up to the limit; beyond that its head and tail
 * with a line between them. It is stored in pages, which end with a whole character, are never copied, and are released
 * as they are read.
 */
export class KeptOutput {
  private readonly encoder = new TextEncoder();
  private readonly pageBytes: number;
  private readonly head: Uint8Array[] = [];
  private readonly tail: Uint8Array[] = [];
  private headBytes = 0;
  private tailBytes = 0;
  private missing = 0;
  private page: Uint8Array;
  private filled = 0;

  constructor(private readonly maxBytes: number) {
    this.pageBytes = Math.max(16, Math.min(largestPage, Math.floor(maxBytes / pagesOfAll)));
    this.page = new Uint8Array(0);
  }

  write(text: string): void {
    for (let rest = text; rest !== ''; ) {
      const { read, written } = this.encoder.encodeInto(rest, this.page.subarray(this.filled));
      this.filled += written;
      rest = rest.slice(read);
      if (rest !== '') this.turnPage();
    }
  }

  /** Ends the output. Returns the kept bytes in pieces, and how many further bytes were printed. */
  end(): { readonly chunks: Iterable<Uint8Array>; readonly dropped: number } {
    this.turnPage();
    if (this.missing === 0) return { chunks: takePages(this.head, this.tail), dropped: 0 };
    this.dropOldest(lineBytes);
    const line = this.encoder.encode(`\n--- [${this.missing} bytes truncated] ---\n`);
    return { chunks: takePages(this.head, [line], this.tail), dropped: this.missing - line.length };
  }

  private turnPage(): void {
    const page = this.page.subarray(0, this.filled);
    this.page = new Uint8Array(this.pageBytes);
    this.filled = 0;
    if (this.tail.length === 0 && this.headBytes + page.length <= this.maxBytes / 2) {
      this.head.push(page);
      this.headBytes += page.length;
      return;
    }
    this.tail.push(page);
    this.tailBytes += page.length;
    this.dropOldest(0);
  }

  /** Drops the oldest pages after the head until there is enough room. */
  private dropOldest(room: number): void {
    while (this.headBytes + this.tailBytes + room > this.maxBytes && this.tail.length > 0) {
      const bytes = this.tail.shift()?.length ?? 0;
      this.tailBytes -= bytes;
      this.missing += bytes;
    }
  }
}

/** The pages of some lists; each is released once it is returned. */
function* takePages(...lists: Uint8Array[][]): Iterable<Uint8Array> {
  for (const pages of lists) for (let page = pages.shift(); page !== undefined; page = pages.shift()) yield page;
}
