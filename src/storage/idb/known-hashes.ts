const bits = 2 ** 24;
/** Of a hash so many parts of 32 bits each set one bit. */
const parts = 4;

/**
 * Tells of most hashes that are not in a set that they are not, in 2 MB (a Bloom filter): of 1,000,000 hashes in it, 2
 * in 1,000 others seem to be there too. Hashes are in hex and equally spread, as those of SHA-256 are.
 */
export class KnownHashes {
  readonly #bytes = new Uint8Array(bits / 8);

  add(hash: string): void {
    for (const bit of listBits(hash)) this.#bytes[bit >> 3] = this.#findByte(bit) | (1 << (bit & 7));
  }

  /** False: the hash is not in the set for sure. */
  mayHave(hash: string): boolean {
    return listBits(hash).every((bit) => (this.#findByte(bit) & (1 << (bit & 7))) !== 0);
  }

  #findByte(bit: number): number {
    return this.#bytes[bit >> 3] ?? 0;
  }
}

function listBits(hash: string): readonly number[] {
  return Array.from({ length: parts }, (_, part) => Number.parseInt(hash.slice(8 * part, 8 * part + 8), 16) % bits);
}
