/**
 * The continuation after the first byte of a multi-byte character: how many bytes follow, and the bounds of the next
 * one.
 */
interface Expected {
  readonly left: number;
  readonly from: number;
  readonly to: number;
}

const noneExpected: Expected = { left: 0, from: 0, to: 0 };
const anyOf = [1, 2, 3].map((left): Expected => ({ left, from: 0x80, to: 0xbf }));

/** Checks whether a stream of bytes is UTF-8. It builds no text, because there can be gigabytes. */
export class Utf8Check {
  private expected: Expected = noneExpected;
  private isText = true;

  write(bytes: Uint8Array): void {
    if (!this.isText) return;
    let { expected } = this;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      if (expected.left === 0) {
        if (byte < 0x80) continue;
        const next = expectAfterFirstByte(byte);
        if (next === undefined) {
          this.isText = false;
          return;
        }
        expected = next;
      } else if (byte < expected.from || byte > expected.to) {
        this.isText = false;
        return;
      } else {
        expected = anyOf[expected.left - 2] ?? noneExpected;
      }
    }
    this.expected = expected;
  }

  /** Whether all bytes up to the end were UTF-8. */
  end(): boolean {
    return this.isText && this.expected.left === 0;
  }
}

/**
 * The continuation after a first byte; undefined: no character begins with it. The bounds exclude overlong forms and
 * surrogates.
 */
function expectAfterFirstByte(byte: number): Expected | undefined {
  if (byte < 0xc2 || byte > 0xf4) return undefined;
  if (byte < 0xe0) return anyOf[0];
  if (byte < 0xf0) return byte === 0xe0 ? { left: 2, from: 0xa0, to: 0xbf } : byte === 0xed ? lowSurrogates : anyOf[1];
  if (byte === 0xf0) return { left: 3, from: 0x90, to: 0xbf };
  return byte === 0xf4 ? { left: 3, from: 0x80, to: 0x8f } : anyOf[2];
}

const lowSurrogates: Expected = { left: 2, from: 0x80, to: 0x9f };
