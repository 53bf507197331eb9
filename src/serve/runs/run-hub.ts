import type { Failure } from '@/base/errors';
import type { RunListener, RunName } from '@/host/host-options';
import type { RunEvent } from '@/run/events';
import type { StreamDelta } from '@/run/runner';
import type { RemoteText } from '@/storage/remote-text';

/** How many of the newest events of a run are kept for its watchers, so that each need not read the store. */
const keptEvents = 128;

/** Most characters of streaming text that wait for a watcher. What comes beyond is dropped: the reply is an event. */
const keptText = 65_536;

interface Watched {
  watchers: number;
  readonly live: Set<LiveText>;
  /** Ends the asking for the text of the run at other processes. */
  endWant: () => void;
  recent: RunEvent[];
  readonly waiting: Set<() => void>;
}

/** Text that streams from models and waits for one watcher. */
class LiveText {
  #deltas: StreamDelta[] = [];
  #length = 0;

  add(delta: StreamDelta): void {
    if (this.#length + delta.text.length > keptText) return;
    this.#length += delta.text.length;
    const last = this.#deltas.at(-1);
    const isSame = last?.path === delta.path && last.isReasoning === delta.isReasoning && last.call === delta.call;
    if (isSame) this.#deltas[this.#deltas.length - 1] = { ...last, text: last.text + delta.text };
    else this.#deltas.push(delta);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  take(): readonly StreamDelta[] {
    const taken = this.#deltas;
    this.#deltas = [];
    this.#length = 0;
    return taken;
  }
}

/** A view of a run for one watcher. */
export interface EventWatch {
  /** The text that has streamed since the last call; nothing for a watcher that did not ask for it. */
  live(): readonly StreamDelta[];
  /** The events from `from` on, if all of them are in memory. */
  recent(from: number): readonly RunEvent[] | undefined;
  /** Resolves once there may be an event `from`, after `ms`, or on abort. */
  next(from: number, ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Tells watchers of runs that there is more to read. A watcher reads at its own pace from the store, so one that is
 * slow costs no memory.
 */
export class RunHub implements RunListener {
  readonly #runs = new Map<string, Watched>();
  readonly #taps: ((run: RunName, events: readonly RunEvent[]) => void)[] = [];
  readonly #onGaveUp: (run: RunName, failure: Failure) => void;
  readonly #onGone: (run: RunName) => void;
  readonly #onHindered: (run: RunName, failure: Failure | null) => void;
  readonly #elsewhere: RemoteText | undefined;
  readonly #hindered = new Map<string, Failure>();

  /** `elsewhere`: the text that streams at other processes, which get that of this one. Left out: there are none. */
  constructor(
    onGaveUp: (run: RunName, failure: Failure) => void,
    onGone: (run: RunName) => void,
    elsewhere?: RemoteText,
    onHindered: (run: RunName, failure: Failure | null) => void = () => {},
  ) {
    this.#onHindered = onHindered;
    this.#onGaveUp = onGaveUp;
    this.#onGone = onGone;
    this.#elsewhere = elsewhere;
    elsewhere?.hear((delta) => this.#show(delta));
  }

  /** Calls `tap` with all events of all runs. */
  tap(tap: (run: RunName, events: readonly RunEvent[]) => void): void {
    this.#taps.push(tap);
  }

  /** Starts to watch a run. `isLive`: also the text that streams from its models. */
  watch(executionId: string, isLive = false): EventWatch {
    const none = {
      watchers: 0,
      live: new Set<LiveText>(),
      endWant: () => {},
      recent: [],
      waiting: new Set<() => void>(),
    };
    const run = this.#runs.get(executionId) ?? none;
    this.#runs.set(executionId, run);
    run.watchers += 1;
    const live = new LiveText();
    if (isLive) {
      run.live.add(live);
      if (run.live.size === 1) run.endWant = this.#elsewhere?.want(executionId) ?? (() => {});
    }
    return {
      live: () => live.take(),
      recent: (from) => {
        const [first] = run.recent;
        return first !== undefined && first.seq <= from ? run.recent.slice(from - first.seq) : undefined;
      },
      next: (from, ms, signal) =>
        new Promise((resolve) => {
          if (signal.aborted || !live.isEmpty || (run.recent.at(-1)?.seq ?? 0) >= from) return resolve();
          const finishWait = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', finishWait);
            run.waiting.delete(finishWait);
            resolve();
          };
          const timer = setTimeout(finishWait, ms);
          signal.addEventListener('abort', finishWait, { once: true });
          run.waiting.add(finishWait);
        }),
      close: () => {
        run.watchers -= 1;
        if (run.live.delete(live) && run.live.size === 0) run.endWant();
        if (run.watchers === 0) this.#runs.delete(executionId);
      },
    };
  }

  /** There may be more in the log of a run that another process runs; undefined: in that of any. */
  look(executionId: string | undefined): void {
    const ids = executionId === undefined ? [...this.#runs.keys()] : [executionId];
    for (const id of ids) this.#wake({ executionId: id });
  }

  events(run: RunName, events: readonly RunEvent[]): void {
    for (const tap of this.#taps) {
      try {
        tap(run, events);
      } catch {
        // Who only looks on does not stop a run.
      }
    }
    const watched = this.#runs.get(run.executionId);
    if (watched === undefined) return;
    const last = watched.recent.at(-1)?.seq;
    // A log that was cut goes on with an earlier number.
    if (last !== undefined && events[0]?.seq !== last + 1) watched.recent = [];
    watched.recent = [...watched.recent, ...events].slice(-keptEvents);
    for (const wake of [...watched.waiting]) wake();
  }

  delta(_run: RunName, delta: StreamDelta): void {
    this.text(delta);
  }

  /** Shows text that streams at this process, here and elsewhere. */
  text(delta: StreamDelta): void {
    this.#show(delta);
    this.#elsewhere?.tell(delta);
  }

  #show(delta: StreamDelta): void {
    const watched = this.#runs.get(delta.executionId);
    if (watched === undefined || watched.live.size === 0) return;
    for (const live of watched.live) live.add(delta);
    this.#wake(delta);
  }

  waits(): void {}

  hindered(run: RunName, failure: Failure | null): void {
    if (failure === null) this.#hindered.delete(run.executionId);
    else this.#hindered.set(run.executionId, failure);
    this.#onHindered(run, failure);
    this.#wake(run);
  }

  /** What a run waits for that its log cannot express, such as room in the storage. */
  hindranceOf(executionId: string): Failure | undefined {
    return this.#hindered.get(executionId);
  }

  /** How many runs wait for room in the storage. */
  get waitingForRoom(): number {
    return [...this.#hindered.values()].filter(({ code }) => code === 'STORAGE_FULL').length;
  }

  gaveUp(run: RunName, failure: Failure): void {
    this.#hindered.delete(run.executionId);
    this.#wake(run);
    this.#onGaveUp(run, failure);
  }

  annotated(): void {}

  gone(run: RunName): void {
    this.#hindered.delete(run.executionId);
    this.#wake(run);
    this.#onGone(run);
  }

  #wake({ executionId }: Pick<RunName, 'executionId'>): void {
    for (const wake of [...(this.#runs.get(executionId)?.waiting ?? [])]) wake();
  }
}
