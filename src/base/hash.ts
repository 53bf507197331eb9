import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodePassingBytes } from './bytes';
import { encodeCanonicalJson } from './json';

/**
 * SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal characters. Synchronous, so it can be used inside the evaluator.
 */
export function hashText(text: string): string {
  return native?.hash('sha256', text, 'hex') ?? bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 of bytes, as 64 hexadecimal characters. */
export const hashBytes = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** The first 8 characters of {@link hashText}, in a third of the time: each event of a run has two. */
export function computeShortHash(text: string): string {
  if (native !== undefined) return native.hash('sha256', text, 'hex').slice(0, 8);
  blank._cloneInto(worker).update(encodePassingBytes(text)).digestInto(digest);
  return bytesToHex(digestStart);
}

/** SHA-256 of a value's canonical JSON: equal values have equal hashes, whatever the order of their keys. */
export function hashValue(value: unknown): string {
  return hashText(encodeCanonicalJson(value));
}

/** From this length on, WebCrypto's own thread is worth the wait; in characters. */
const longText = 100_000;

/** As {@link hashText}, but without blocking a worker or a server for a long text. */
export async function hashLongText(text: string): Promise<string> {
  // `subtle` is missing on a page that is not served from localhost or by https.
  const subtle = globalThis.crypto?.subtle;
  if (text.length < longText || subtle === undefined) return hashText(text);
  return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** What Node has of its own, several times as fast. Browsers have nothing that answers at once. */
interface NativeHashes {
  hash(name: 'sha256', text: string, encoding: 'hex'): string;
}

const native = (
  globalThis as {
    readonly process?: { getBuiltinModule?(name: 'node:crypto'): NativeHashes | undefined };
  }
).process?.getBuiltinModule?.('node:crypto');

const blank = sha256.create();
const worker = sha256.create();
const digest = new Uint8Array(32);
const digestStart = digest.subarray(0, 4);
