import type { JournalPath } from '@/run/journal-path';

/** The calls that a run has asked, and that others wait for. */
export interface FlightOfRun {
  /**
   * Says that a call is about to be asked; undefined: it may be. Else another run is asking the same, and it resolves
   * once that run has its answer, or none.
   */
  start(key: string, path: JournalPath): Promise<void> | undefined;
  /** What was asked at a path has its answer. */
  land(path: JournalPath): void;
  /** The run is over. */
  close(): void;
}

interface CallInFlight {
  readonly key: string;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** Calls that several runs are asking at once, so that equal ones are asked once. */
export class CallsInFlight {
  readonly #calls = new Map<string, CallInFlight>();

  open(): FlightOfRun {
    const own = new Map<JournalPath, CallInFlight>();
    const land = (path: JournalPath) => {
      const call = own.get(path);
      if (call === undefined) return;
      own.delete(path);
      this.#calls.delete(call.key);
      call.end();
    };
    return {
      start: (key, path) => {
        const other = this.#calls.get(key);
        // Who is asking something itself waits for nobody, so that no two wait for each other.
        if (other !== undefined) return own.size > 0 ? undefined : other.ended;
        let end = () => {};
        const ended = new Promise<void>((resolve) => {
          end = resolve;
        });
        const call = { key, ended, end };
        this.#calls.set(key, call);
        own.set(path, call);
        return undefined;
      },
      land,
      close: () => {
        for (const path of [...own.keys()]) land(path);
      },
    };
  }
}
