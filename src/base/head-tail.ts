import { joinBytes } from './bytes';

/** Keeps the first and the last bytes of a stream of any length. Its memory grows only with what is kept. */
export class HeadTail {
  /** All bytes of the stream. */
  bytes = 0;
  private head = new Uint8Array(0);
  private tail = new Uint8Array(0);
  /** Bytes in the head, and bytes after them. The tail, a ring buffer, holds the last of these. */
  private headLength = 0;
  private after = 0;

  constructor(
    private readonly maxHead: number,
    private readonly maxTail: number,
  ) {}

  /** Whether every byte is kept. */
  get isWhole(): boolean {
    return this.after <= this.maxTail;
  }

  /** Whether every byte is still kept after this many more. */
  fits(bytes: number): boolean {
    return this.bytes + bytes <= this.maxHead + this.maxTail;
  }

  write(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    const toHead = Math.min(chunk.length, this.maxHead - this.headLength);
    if (toHead > 0) {
      this.head = growBuffer(this.head, this.headLength + toHead, this.maxHead);
      this.head.set(chunk.subarray(0, toHead), this.headLength);
      this.headLength += toHead;
    }
    this.toTail(chunk.subarray(toHead));
  }

  /** The first `count` bytes; fewer if some were dropped. Valid until the next write. */
  start(count: number): Uint8Array {
    return this.isWhole ? this.kept(0, count) : this.head.subarray(0, Math.min(count, this.headLength));
  }

  /** The last `count` bytes; fewer if some were dropped. Valid until the next write. */
  end(count: number): Uint8Array {
    const kept = this.headLength + Math.min(this.after, this.maxTail);
    const most = this.isWhole ? kept : Math.min(count, this.maxTail);
    return this.kept(kept - Math.min(count, most), kept);
  }

  private toTail(chunk: Uint8Array): void {
    if (this.maxTail > 0 && chunk.length > 0) {
      this.tail = growBuffer(this.tail, this.after + chunk.length, this.maxTail);
      const last = chunk.subarray(Math.max(0, chunk.length - this.maxTail));
      const at = (this.after + chunk.length - last.length) % this.tail.length;
      const first = Math.min(last.length, this.tail.length - at);
      this.tail.set(last.subarray(0, first), at);
      this.tail.set(last.subarray(first), 0);
    }
    this.after += chunk.length;
  }

  /** A range of the kept bytes, head and tail together: a copy only if it is not in one piece. */
  private kept(from: number, to: number): Uint8Array {
    const tailLength = Math.min(this.after, this.maxTail);
    const oldest = this.after > this.maxTail ? this.after % this.maxTail : 0;
    const parts: Uint8Array[] = [];
    const takeBytes = (bytes: Uint8Array, start: number) => {
      const part = bytes.subarray(Math.max(0, from - start), Math.max(0, Math.min(bytes.length, to - start)));
      if (part.length > 0) parts.push(part);
    };
    takeBytes(this.head.subarray(0, this.headLength), 0);
    takeBytes(this.tail.subarray(oldest, tailLength), this.headLength);
    takeBytes(this.tail.subarray(0, oldest), this.headLength + tailLength - oldest);
    const [first, ...others] = parts;
    return first !== undefined && others.length === 0 ? first : joinBytes(parts);
  }
}

/** The same bytes with room for `needed`, up to `most`. It grows fourfold, because each former buffer is garbage. */
function growBuffer(bytes: Uint8Array<ArrayBuffer>, needed: number, most: number): Uint8Array<ArrayBuffer> {
  if (bytes.length >= Math.min(needed, most)) return bytes;
  const larger = new Uint8Array(Math.min(most, Math.max(needed, 4 * bytes.length, 1024)));
  larger.set(bytes);
  return larger;
}
