import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of a stream of bytes. */
export interface ContentHash {
  update(bytes: Uint8Array): void;
  /** An independent copy that continues from this state. */
  copy(): ContentHash;
  /** 64 hexadecimal characters. No bytes can be added afterwards. */
  hex(): string;
}

/** A hash in plain JavaScript, because browsers have no incremental one. */
export function createContentHash(hash = sha256.create()): ContentHash {
  return {
    update: (bytes) => void hash.update(bytes),
    copy: () => createContentHash(hash.clone()),
    hex: () => bytesToHex(hash.digest()),
  };
}
