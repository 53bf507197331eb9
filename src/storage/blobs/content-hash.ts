import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of bytes that come one after the other. */
export interface ContentHash {
  update(bytes: Uint8Array): void;
  /** One that goes on from here by itself. */
  copy(): ContentHash;
  /** 64 hexadecimal characters. Ends it. */
  hex(): string;
}

/** A hash in plain JavaScript, as a browser has none that takes bytes one after the other. */
export function newContentHash(hash = sha256.create()): ContentHash {
  return {
    update: (bytes) => void hash.update(bytes),
    copy: () => newContentHash(hash.clone()),
    hex: () => bytesToHex(hash.digest()),
  };
}
