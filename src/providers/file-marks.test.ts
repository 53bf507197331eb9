import { describe, expect, it } from 'vitest';
import { FileMarks } from './file-marks';

const ref = 'a'.repeat(64);

/** Bytes in pages of a given length. */
async function* pagesOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('marks of files in a body', () => {
  it.each([1, 2, 1000, 24_577, 100_000])('become their bytes in base64, read in pages of %d', async (length) => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, n) => (n * 7) % 256);
    const files = new FileMarks(async () => pagesOf(length < 100 ? bytes.subarray(0, 100) : bytes, length));
    const filled = await files.fill(
      JSON.stringify({ one: files.mark({ ref, bytes: 0 }), two: [files.mark({ ref, bytes: 0 })] }),
    );
    const wanted = Buffer.from(length < 100 ? bytes.subarray(0, 100) : bytes).toString('base64');
    expect(filled).toBeInstanceOf(Blob);
    expect(JSON.parse(await (filled as Blob).text())).toEqual({ one: wanted, two: [wanted] });
  });

  it.each([0, 1, 2, 3, 100_001])('become %d bytes of a stream, with its length', async (bytes) => {
    const file = { ref, bytes };
    const content = Uint8Array.from({ length: bytes }, (_, n) => (n * 7) % 256);
    const files = new FileMarks(async () => pagesOf(content, 1000));
    const body = files.stream(JSON.stringify({ grün: files.mark(file), two: [files.mark(file)] }));
    const sent = await new Response(body?.stream).bytes();
    const data = Buffer.from(content).toString('base64');
    expect(JSON.parse(new TextDecoder().decode(sent))).toEqual({ grün: data, two: [data] });
    expect(body?.length).toBe(sent.length);
  });

  it('leave a body without any as it is', async () => {
    const files = new FileMarks(undefined);
    expect(await files.fill('{"a":1}')).toBe('{"a":1}');
    expect(files.stream('{"a":1}')).toBeUndefined();
  });
});
