import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './json';

/** SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal characters. Synchronous, so it can be used inside the evaluator. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 of a value's canonical JSON: equal values have equal hashes, whatever the order of their keys. */
export function hashValue(value: unknown): string {
  return hashText(canonicalJson(value));
}
