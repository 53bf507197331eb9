import { KnownHashes } from './known-hashes';
import type { HeddleDatabase } from './open-database';
import { transact } from './transact';

/** So many hashes are read at once. */
const pageSize = 10_000;

/**
 * Which calls may be in the index, in memory. A run asks the index before each call and nearly always finds nothing; in
 * the database that answer waits for the log, which is being written down: it doubled the time of a long run of fast
 * calls. It is read from the database at the first use; until then any call may be there. Tabs tell each other what
 * they add.
 */
export class KnownCalls {
  readonly #database: HeddleDatabase;
  #known: KnownHashes | undefined;
  #reading: KnownHashes | undefined;
  #channel: BroadcastChannel | undefined;

  constructor(database: HeddleDatabase) {
    this.#database = database;
  }

  /** False: the call is not in the index. */
  mayHave(hash: string): boolean {
    if (this.#reading === undefined) void this.#read();
    return this.#known?.mayHave(hash) ?? true;
  }

  /** Takes hashes of calls that are in the index now. */
  add(hashes: readonly string[]): void {
    this.#take(hashes);
    this.#openChannel()?.postMessage(hashes);
  }

  #take(hashes: readonly string[]): void {
    for (const hash of hashes) this.#reading?.add(hash);
  }

  async #read(): Promise<void> {
    const known = new KnownHashes();
    this.#reading = known;
    // What another tab adds from now on is told; what it had added before is read.
    this.#openChannel();
    try {
      let last = '';
      for (;;) {
        const after = IDBKeyRange.lowerBound(last, true);
        const hashes = await transact(this.#database, ['calls'], 'readonly', (tx) =>
          tx.store.getAllKeys(after, pageSize),
        );
        for (const hash of hashes) known.add(hash);
        last = hashes.at(-1) ?? last;
        if (hashes.length < pageSize) break;
      }
      this.#known = known;
    } catch {
      // The next call tries again.
      this.#reading = undefined;
    }
  }

  #openChannel(): BroadcastChannel | undefined {
    if (this.#channel !== undefined || globalThis.BroadcastChannel === undefined) return this.#channel;
    this.#channel = new BroadcastChannel(`${this.#database.name}.calls`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      // Any code of this origin can post here. A hash too many costs only one look into the database.
      if (Array.isArray(data)) this.#take(data.filter((hash) => typeof hash === 'string'));
    };
    return this.#channel;
  }
}
