import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAfter, cutBefore } from '@/base/bytes';
import { hashText } from '@/base/hash';
import type { BlobOptions, BlobStore } from '@/engine/ports/blob-store';
import { createMemoryBlobs } from '@/engine/testing/memory-stores.testing';
import { describeEachRunStore } from './each-store';

describeEachRunStore('The blob store', blobStoreContract);
describe('The blob store of engine tests', () => blobStoreContract(async () => ({ blobs: createMemoryBlobs() })));

const all: BlobOptions = { maxBytes: 100_000_000, compress: true };
const encode = (text: string) => new TextEncoder().encode(text);

/** Bytes written in such pieces, and the result. All are written from one buffer, as a pipe is read into one. */
async function written(blobs: BlobStore, pieces: readonly Uint8Array[], options = all, run = 'e1') {
  const writer = blobs.open(run, options);
  const buffer = new Uint8Array(Math.max(0, ...pieces.map(({ length }) => length)));
  for (const piece of pieces) {
    buffer.set(piece);
    await writer.write(buffer.subarray(0, piece.length));
    buffer.fill(0);
  }
  return writer.close();
}

/** All bytes from `from` on; undefined: there is no such payload. */
async function read(blobs: BlobStore, hash: string, from?: number, run = 'e1'): Promise<Buffer | undefined> {
  const pages = await blobs.stream(run, hash, from);
  if (pages === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const page of pages) parts.push(page.slice());
  return Buffer.concat(parts);
}

function inPieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

/** Which bytes to store. */
function kept(bytes: Uint8Array, maxBytes: number): Buffer {
  if (bytes.length <= maxBytes) return Buffer.from(bytes);
  const end = cutBefore(bytes, Math.floor(maxBytes / 2));
  const start = cutAfter(bytes, bytes.length - (maxBytes - end));
  const feed = end === 0 || bytes[end - 1] === 0x0a ? '' : '\n';
  const gap = Buffer.from(`${feed}--- [${start - end} bytes truncated] ---\n`);
  return Buffer.concat([bytes.subarray(0, end), gap, bytes.subarray(start)]);
}

const sameBytes = (a: Uint8Array | undefined, b: Uint8Array) => a !== undefined && Buffer.compare(a, b) === 0;

function blobStoreContract(open: () => Promise<{ readonly blobs: BlobStore }>): void {
  it.each([
    ['an empty text', ''],
    ['a short text', 'Grüße 👋'],
    ['a text that starts with a byte order mark', '\ufeffa'],
    ['ten megabytes', 'The quick brown fox 🦊. '.repeat(400_000)],
  ])('gives back %s, by its hash', async (_what, text) => {
    const { blobs } = await open();
    const hash = await blobs.put('e1', text);
    expect(hash).toBe(hashText(text));
    expect((await blobs.get('e1', hash)) === text).toBe(true);
    expect(await blobs.size('e1', hash)).toBe(encode(text).length);
  });

  it('keeps the same text once, also when it is put twice at the same time', async () => {
    const { blobs } = await open();
    const [first, second] = await Promise.all([blobs.put('e1', 'same'), blobs.put('e1', 'same')]);
    expect(first).toBe(second);
    expect(await blobs.put('e1', 'same')).toBe(first);
    expect(await blobs.get('e1', first)).toBe('same');
  });

  it.each([
    ['short', 'text'],
    ['long', 'text '.repeat(5000)],
    ['very long', 'text '.repeat(100_000)],
  ])('removes a %s text, of one run, and takes it again', async (_what, text) => {
    const { blobs } = await open();
    const hash = await blobs.put('e1', text);
    await blobs.put('e2', text);
    await blobs.remove('e1', hash);
    await blobs.remove('e1', 'no-such-hash');
    expect(await blobs.get('e1', hash)).toBeUndefined();
    expect(await blobs.get('e2', hash)).toBe(text);
    expect(await blobs.put('e1', text)).toBe(hash);
    expect(await blobs.get('e1', hash)).toBe(text);
  });

  it('keeps the payloads of runs apart', async () => {
    const { blobs } = await open();
    const hash = await blobs.put('e1', 'text');
    expect(await blobs.get('e2', hash)).toBeUndefined();
    for (const unknown of ['no-such-hash', hashText('other'), '../e1/run.json']) {
      expect(await blobs.get('e1', unknown)).toBeUndefined();
      expect(await blobs.stream('e1', unknown)).toBeUndefined();
      expect(await blobs.size('e1', unknown)).toBeUndefined();
    }
  });

  it('keeps any bytes that come in any pieces, both ends of more than the most, and gives them from any place on', async () => {
    const { blobs } = await open();
    const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 12 });
    const options = fc.record({ maxBytes: fc.oneof(fc.nat(8), fc.nat(20_000)), compress: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(pieces, options, fc.nat(12_000), async (chunks, limits, from) => {
        const expected = kept(Buffer.concat(chunks), limits.maxBytes);
        const { hash, bytes } = await written(blobs, chunks, limits);
        expect(hash).toBe(bytesToHex(sha256(expected)));
        expect(bytes).toBe(expected.length);
        expect(await blobs.size('e1', hash)).toBe(bytes);
        expect(sameBytes(await read(blobs, hash), expected)).toBe(true);
        expect(sameBytes(await read(blobs, hash, from), expected.subarray(from))).toBe(true);
        expect(await blobs.get('e1', hash)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(expected));
        await blobs.remove('e1', hash);
        expect(await read(blobs, hash)).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  it.each([-2, -1, 0, 1, 2, 3, 1000])('keeps what it should of %i bytes more than the most', async (more) => {
    const { blobs } = await open();
    const text = encode('Zeile – 🦊\n'.repeat(2000));
    for (const compress of [true, false]) {
      const maxBytes = text.length - more;
      const { hash } = await written(blobs, inPieces(text, 777), { maxBytes, compress });
      const whole = await read(blobs, hash);
      expect(sameBytes(whole, kept(text, maxBytes))).toBe(true);
      // It does not break valid UTF-8.
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(whole)).not.toThrow();
      expect(/^--- \[\d+ bytes truncated\] ---$/m.test(String(whole))).toBe(more > 0);
    }
  });

  it('knows what was written bit by bit and what was put for the same, however each is kept', async () => {
    const { blobs } = await open();
    for (const text of ['short', 'longer '.repeat(3000), 'longest '.repeat(80_000)]) {
      const hash = await blobs.put('e1', text);
      for (const compress of [true, false]) {
        expect((await written(blobs, [encode(text)], { ...all, compress })).hash).toBe(hash);
        expect(await blobs.get('e1', hash)).toBe(text);
      }
      await blobs.remove('e1', hash);
      expect(await blobs.get('e1', hash)).toBeUndefined();
    }
  });

  it('takes what two write at once, be it the same or not', async () => {
    const { blobs } = await open();
    const texts = ['a', 'same', 'same', 'b'].map((word) => encode(`${word} `.repeat(200_000)));
    const stored = await Promise.all(texts.map((text) => written(blobs, inPieces(text, 50_000))));
    for (const [n, { hash }] of stored.entries()) {
      expect(sameBytes(await read(blobs, hash), texts[n] ?? encode(''))).toBe(true);
    }
  });

  it('takes writes that nobody waits for, in their order', async () => {
    const { blobs } = await open();
    const text = encode('0123456789'.repeat(60_000));
    const writer = blobs.open('e1', all);
    for (const piece of inPieces(text, 70_000)) void writer.write(piece);
    const { hash } = await writer.close();
    expect(sameBytes(await read(blobs, hash), text)).toBe(true);
  });

  it('keeps nothing of what was given up, and takes it again', async () => {
    const { blobs } = await open();
    const text = encode('given up '.repeat(100_000));
    const writer = blobs.open('e1', all);
    await writer.write(text);
    await writer.abort();
    const hash = bytesToHex(sha256(text));
    expect(await read(blobs, hash)).toBeUndefined();
    expect((await written(blobs, [text])).hash).toBe(hash);
    expect(sameBytes(await read(blobs, hash), text)).toBe(true);
  });

  it('keeps what has been stored when it is given up too late', async () => {
    const { blobs } = await open();
    const writer = blobs.open('e1', all);
    await writer.write(encode('stored '.repeat(100)));
    const { hash } = await writer.close();
    await writer.abort();
    expect(await blobs.get('e1', hash)).toBe('stored '.repeat(100));
  });

  it('can be left before its end', async () => {
    const { blobs } = await open();
    for (const compress of [true, false]) {
      const text = encode(`${compress} `.repeat(200_000));
      const { hash } = await written(blobs, [text], { ...all, compress });
      for await (const page of (await blobs.stream('e1', hash, 100)) ?? []) {
        expect(sameBytes(page, text.subarray(100, 100 + page.length))).toBe(true);
        break;
      }
    }
  });
}

describeEachRunStore('The payloads of a run', (open) => {
  it('opens several payloads of a run at once, long and short, and leaves out what is not there', async () => {
    const { blobs } = await open();
    const long = 'a long text. '.repeat(100_000);
    const [short, pages] = [await blobs.put('e1', 'short'), await blobs.put('e1', long)];
    const found = await blobs.streams('e1', [pages, 'f'.repeat(64), short]);
    expect([...found.keys()].sort()).toEqual([short, pages].sort());
    const texts = new Map<string, string>();
    for (const [hash, stream] of found) {
      const parts: Uint8Array[] = [];
      for await (const part of stream) parts.push(part);
      texts.set(hash, Buffer.concat(parts).toString());
    }
    expect([texts.get(short), texts.get(pages) === long]).toEqual(['short', true]);
    expect([...(await blobs.streams('e2', [short])).keys()]).toEqual([]);
  });
});
