import type { WaitingCalls } from '@/run/runner';
import { waitingText } from '@/run/waiting-text';
import type { Output } from '../io';
import { plainLine } from '../plain-line';
import { type EventLine, eventLine } from './event-line';
import type { Follower } from './follower';

const colours: Partial<Record<EventLine['tone'], number>> = { warning: 33, error: 31 };

/** A line as it is printed: on one line, without control characters except those of its colour. */
export function paintLine({ text, tone }: EventLine, coloured: boolean): string {
  const colour = coloured ? colours[tone] : undefined;
  return colour === undefined ? plainLine(text) : `\u001b[${colour}m${plainLine(text)}\u001b[0m`;
}

/**
 * Waiting for a provider's limit is reported after the first time in ms, and then at most once in each period of the
 * second.
 */
const waitTimes = { atLeast: 300, every: 60_000 };

/**
 * Prints a line when a task starts and when it ends: for logs, and for terminals without cursor movement. `now`: ms
 * since 1970.
 */
export function createLineFollower(output: Output, now: () => number = Date.now): Follower {
  const reportedAt = new Map<string, number>();
  let waiting: readonly WaitingCalls[] = [];
  let timer: NodeJS.Timeout | undefined;
  const print = (line: EventLine) => output.write(`${paintLine(line, output.coloured)}\n`);
  const tellWaits = () => {
    timer = undefined;
    for (const wait of waiting) {
      if (now() - (reportedAt.get(wait.provider) ?? Number.NEGATIVE_INFINITY) < waitTimes.every) continue;
      reportedAt.set(wait.provider, now());
      print({ text: `${waitingText(wait, now())}.`, tone: 'note' });
    }
  };
  return {
    events: (batch) => {
      for (const event of batch) {
        const line = eventLine(event);
        if (line !== undefined) print(line);
      }
    },
    waits: (waits) => {
      waiting = waits;
      timer ??= setTimeout(tellWaits, waitTimes.atLeast);
    },
    say: (text) => print({ text, tone: 'note' }),
    suspend: () => () => {},
    end: () => clearTimeout(timer),
  };
}

/** Shows nothing of a run, because its events are printed elsewhere. */
export function createQuietFollower(output: Output): Follower {
  return { ...createLineFollower(output), events: () => {}, waits: () => {} };
}
