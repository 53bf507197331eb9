import type { RunEvent } from '@/run/events';
import type { WaitingCalls } from '@/run/runner';

/** Shows a person the progress of a run. */
export interface Follower {
  events(batch: readonly RunEvent[]): void;
  /** The calls that wait for limits of providers now. */
  waits(waits: readonly WaitingCalls[]): void;
  /** Prints a line in addition to those of events: a warning, or advice. */
  say(text: string): void;
  /** Makes room for a question, until the returned function is called. */
  suspend(): () => void;
  /** Restores the terminal. Afterwards only `say` prints. */
  end(): void;
}
