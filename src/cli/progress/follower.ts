import type { RunEvent } from '@/run/events';
import type { WaitingCalls } from '@/run/runner';

/** Shows a person how a run goes. */
export interface Follower {
  events(batch: readonly RunEvent[]): void;
  /** What waits for limits of providers now. */
  waits(waits: readonly WaitingCalls[]): void;
  /** A line beside what is told of events: a warning, what to do. */
  say(text: string): void;
  /** Clears the way for a question, until what is returned is called. */
  suspend(): () => void;
  /** Leaves the terminal as it should be; nothing is shown after it but what is said. */
  end(): void;
}
