import type { CallIndex, IndexedCall } from '@/engine/ports/call-index';
import type { Clock } from '@/engine/ports/machine';

/** Looks calls up in an index: those that are asked for during one access to it together in the next one. */
export class BatchedFinds {
  readonly #index: CallIndex;
  #waiting = new Map<string, ((call: IndexedCall | undefined) => void)[]>();
  #isReading = false;

  constructor(index: CallIndex) {
    this.#index = index;
  }

  /** The call with a hash; undefined: there is none, or the index cannot be read. */
  find(hash: string): Promise<IndexedCall | undefined> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(hash);
      if (others === undefined) this.#waiting.set(hash, [resolve]);
      else others.push(resolve);
      if (!this.#isReading) void this.#read();
    });
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    // What is asked for in the same turn is asked together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const asked = this.#waiting;
      this.#waiting = new Map();
      const found = await this.#index.find([...asked.keys()]).catch(() => new Map<string, IndexedCall>());
      for (const [hash, waiting] of asked) for (const resolve of waiting) resolve(found.get(hash));
    }
    this.#isReading = false;
  }
}

/** How long calls are gathered before they are written, in ms, and how many at most. */
const gatherMs = 500;
const mostGathered = 500;

/**
 * Writes calls into an index, many at a time: whoever looks for a call waits for a write that is under way, so that one
 * for each call took more time than a short run.
 */
export class BatchedPuts {
  readonly #index: CallIndex;
  readonly #clock: Pick<Clock, 'sleep'>;
  #added = new Map<string, IndexedCall>();
  #writing = new Map<string, IndexedCall>();
  #dropped: Pick<IndexedCall, 'hash' | 'run' | 'seq'>[] = [];
  #work: Promise<void> | undefined;
  /** Set while more calls are waited for. */
  #pause: AbortController | undefined;
  #hasFailed = false;

  constructor(index: CallIndex, clock: Pick<Clock, 'sleep'>) {
    this.#index = index;
    this.#clock = clock;
  }

  put(calls: readonly IndexedCall[]): void {
    for (const call of calls) this.#added.set(call.hash, call);
    this.#gather();
  }

  /** Removes calls, at once: they answer nobody any more. */
  drop(calls: readonly Pick<IndexedCall, 'hash' | 'run' | 'seq'>[]): void {
    for (const { hash } of calls) this.#added.delete(hash);
    this.#dropped.push(...calls);
    this.#gather();
  }

  /** A call that is not in the index yet. */
  pending(hash: string): IndexedCall | undefined {
    return this.#added.get(hash) ?? this.#writing.get(hash);
  }

  /** Makes the next {@link BatchedPuts.settle} tell that something is missing. */
  fail(): void {
    this.#hasFailed = true;
  }

  /** Waits until everything is written. False if something could not be, since the last time. */
  async settle(): Promise<boolean> {
    while (this.#added.size > 0 || this.#dropped.length > 0 || this.#work !== undefined) await this.#begin();
    const isWhole = !this.#hasFailed;
    this.#hasFailed = false;
    return isWhole;
  }

  #gather(): void {
    if (this.#dropped.length > 0 || this.#added.size >= mostGathered) void this.#begin();
    else if (this.#added.size > 0 && this.#pause === undefined) {
      this.#pause = new AbortController();
      this.#clock.sleep(gatherMs, this.#pause.signal).then(
        () => this.#begin(),
        () => undefined,
      );
    }
  }

  /** Writes what was gathered, unless a write is under way; resolves when that has ended. */
  #begin(): Promise<void> {
    this.#pause?.abort();
    this.#pause = undefined;
    this.#work ??= this.#write().finally(() => {
      this.#work = undefined;
      this.#gather();
    });
    return this.#work;
  }

  async #write(): Promise<void> {
    // What comes in the same turn is written together.
    await Promise.resolve();
    const dropped = this.#dropped;
    this.#writing = this.#added;
    this.#added = new Map();
    this.#dropped = [];
    try {
      if (this.#writing.size > 0) await this.#index.put([...this.#writing.values()]);
      if (dropped.length > 0) await this.#index.drop(dropped);
    } catch {
      this.#hasFailed = true;
    }
    this.#writing = new Map();
  }
}
