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

/** Tells of each task in a line when it starts and when it ends: for logs, and terminals that can do no more. */
export function createLineFollower(output: Output): Follower {
  const print = (line: EventLine) => output.write(`${paintLine(line, output.coloured)}\n`);
  return {
    events: (batch) => {
      for (const event of batch) {
        const line = eventLine(event);
        if (line !== undefined) print(line);
      }
    },
    say: (text) => print({ text, tone: 'note' }),
    suspend: () => () => {},
    end: () => {},
  };
}

/** Says nothing of a run: its events go elsewhere. */
export function createQuietFollower(output: Output): Follower {
  return { ...createLineFollower(output), events: () => {} };
}
