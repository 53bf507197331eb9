import { bytesToHex } from '@noble/hashes/utils.js';
import { hashText } from '@/base/hash';

/** From this length on, WebCrypto's own thread is worth the wait; in characters. */
const large = 100_000;

/** SHA-256 of a text, as `hashText`, but without blocking the worker for a long one. */
export async function hashPayload(text: string): Promise<string> {
  // `subtle` is missing on a page that is not served from localhost or by https.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (text.length < large || subtle === undefined) return hashText(text);
  return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
