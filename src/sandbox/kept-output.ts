import { cutAfter, cutBefore } from '@/base/bytes';
import { HeadTail } from '@/base/head-tail';

/** Room for the line that stands in the place of what is missing. */
const lineBytes = 60;
const pageBytes = 2 ** 18;

/** What a script prints while nobody can take it: up to so many bytes whole, of more the head and the tail with a line between them. */
export class KeptOutput {
  private readonly kept: HeadTail;
  private readonly half: number;
  private readonly encoder = new TextEncoder();

  constructor(maxBytes: number) {
    this.half = Math.floor(maxBytes / 2);
    this.kept = new HeadTail(maxBytes - this.half, this.half);
  }

  write(text: string): void {
    this.kept.write(this.encoder.encode(text));
  }

  /** By how many bytes more was printed than is handed over. */
  get dropped(): number {
    return this.kept.isWhole ? 0 : this.kept.bytes - this.parts().reduce((sum, part) => sum + part.length, 0);
  }

  *chunks(): Iterable<Uint8Array> {
    for (const part of this.parts()) {
      for (let from = 0; from < part.length; from += pageBytes) yield part.slice(from, from + pageBytes);
    }
  }

  private parts(): readonly Uint8Array[] {
    if (this.kept.isWhole) return [this.kept.start(this.kept.bytes)];
    const shown = Math.max(0, this.half - lineBytes);
    const [start, end] = [this.kept.start(shown), this.kept.end(shown)];
    const head = start.subarray(0, cutBefore(start, start.length));
    const tail = end.subarray(cutAfter(end, 0));
    const missing = this.kept.bytes - head.length - tail.length;
    return [head, this.encoder.encode(`\n--- [${missing} bytes truncated] ---\n`), tail];
  }
}
