import type { RunEvent } from '@/run/events';

/** Shows a person how a run goes. */
export interface Follower {
  events(batch: readonly RunEvent[]): void;
  /** A line beside what is told of events: a warning, what to do. */
  say(text: string): void;
  /** Clears the way for a question, until what is returned is called. */
  suspend(): () => void;
  /** Leaves the terminal as it should be; nothing is shown after it but what is said. */
  end(): void;
}
