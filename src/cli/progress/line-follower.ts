import type { WaitingCalls } from '@/run/runner';
import { waitingText } from '@/run/waiting-text';
import type { Output } from '../io';
import { plainLine } from '../plain-line';
import { type EventLine, eventLine } from './event-line';
import type { Follower } from './follower';

const colours: Partial<Record<EventLine['tone'], number>> = { warning: 33, error: 31 };

/** A line as it is printed: on one line, without anything that a terminal would obey but its colour. */
export function paintLine({ text, tone }: EventLine, coloured: boolean): string {
  const colour = coloured ? colours[tone] : undefined;
  return colour === undefined ? plainLine(text) : `\u001b[${colour}m${plainLine(text)}\u001b[0m`;
}

/** What waits for a provider's limit is told once it has waited so long, and no more often than that, in ms. */
const waitTimes = { atLeast: 300, every: 60_000 };

/**
 * Tells of each task in a line when it starts and when it ends: for logs, and terminals that can do no more. `now`: ms
 * since 1970.
 */
export function createLineFollower(output: Output, now: () => number = Date.now): Follower {
  const toldAt = new Map<string, number>();
  let waiting: readonly WaitingCalls[] = [];
  let timer: NodeJS.Timeout | undefined;
  const print = (line: EventLine) => output.write(`${paintLine(line, output.coloured)}\n`);
  const tellWaits = () => {
    timer = undefined;
    for (const wait of waiting) {
      if (now() - (toldAt.get(wait.provider) ?? Number.NEGATIVE_INFINITY) < waitTimes.every) continue;
      toldAt.set(wait.provider, now());
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

/** Says nothing of a run: its events go elsewhere. */
export function createQuietFollower(output: Output): Follower {
  return { ...createLineFollower(output), events: () => {}, waits: () => {} };
}
