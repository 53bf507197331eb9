import type { EventOf, RunEvent } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import type { JournalPath } from '@/run/journal-path';
import { formatProgress } from '@/run/progress-words';
import { emptyRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { WaitingCalls } from '@/run/runner';
import { formatWaiting } from '@/run/waiting-text';
import type { Output } from '../io';
import { formatPlainLine } from '../plain-line';
import { buildEventLine, type EventLine, formatInstanceName } from './event-line';
import type { Follower } from './follower';
import { createRunProgress } from './run-progress';

const colours: Partial<Record<EventLine['tone'], number>> = { warning: 33, error: 31 };

/** A line as it is printed: on one line, without control characters except those of its colour. */
export function paintLine({ text, tone }: EventLine, coloured: boolean): string {
  const colour = coloured ? colours[tone] : undefined;
  return colour === undefined ? formatPlainLine(text) : `\u001b[${colour}m${formatPlainLine(text)}\u001b[0m`;
}

/**
 * Waiting for a provider's limit is reported after the first time in ms, and then at most once in each period of the
 * second.
 */
const waitTimes = { atLeast: 300, every: 60_000 };

/** The shortest time between two lines about the progress of a pipeline, in ms. */
const progressEvery = 5000;

/**
 * Prints a line when a task starts and when it ends, and every few seconds how far a pipeline is: for logs, and for
 * terminals without cursor movement. `before`: the state that earlier processes left; `now`: ms since 1970.
 */
export function createLineFollower(
  output: Output,
  before: RunState = emptyRun,
  now: () => number = Date.now,
): Follower {
  const progress = createRunProgress(before);
  /** When the progress of a pipeline was last printed, by the path of its attempt. */
  const progressAt = new Map<JournalPath, number>();
  const reportedAt = new Map<string, number>();
  let waiting: readonly WaitingCalls[] = [];
  let timer: NodeJS.Timeout | undefined;
  const tellProgress = ({ path, t, data }: EventOf<'pipeline.progress'>) => {
    const at = parseIsoTime(t);
    if (data.done === data.total || at - (progressAt.get(path) ?? Number.NEGATIVE_INFINITY) < progressEvery) return;
    progressAt.set(path, at);
    printLine({ text: `${formatInstanceName(path)}: ${formatProgress(data)}`, tone: 'plain' });
  };
  const tellEvent = (event: RunEvent) => {
    const { done } = progress;
    const since = progress.running.get(event.path)?.since;
    progress.take(event);
    if (event.kind === 'pipeline.progress') tellProgress(event);
    const line = buildEventLine(event, since);
    if (line === undefined) return;
    const share = progress.done > done ? ` (${progress.done} of ${progress.total} tasks)` : '';
    printLine({ ...line, text: `${line.text}${share}` });
  };
  const printLine = (line: EventLine) => output.write(`${paintLine(line, output.coloured)}\n`);
  const tellWaits = () => {
    timer = undefined;
    for (const wait of waiting) {
      if (now() - (reportedAt.get(wait.provider) ?? Number.NEGATIVE_INFINITY) < waitTimes.every) continue;
      reportedAt.set(wait.provider, now());
      printLine({ text: `${formatWaiting(wait, now())}.`, tone: 'note' });
    }
  };
  return {
    events: (batch) => {
      for (const event of batch) tellEvent(event);
    },
    waits: (waits) => {
      waiting = waits;
      timer ??= setTimeout(tellWaits, waitTimes.atLeast);
    },
    say: (text) => printLine({ text, tone: 'note' }),
    suspend: () => () => {},
    end: () => clearTimeout(timer),
  };
}

/** Shows nothing of a run, because its events are printed elsewhere. */
export function createQuietFollower(output: Output): Follower {
  return { ...createLineFollower(output), events: () => {}, waits: () => {} };
}
