import { defined } from '@/base/defined';
import type { Payload } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { Meter } from '../effects/meter';
import type { RunHistory } from '../log/run-history';

/** What starts a compaction. */
export type Trigger = EventOf<'compaction.done'>['data']['trigger'];

/** What compacted, and the reason why the agent did not. */
export type By = Pick<EventOf<'compaction.done'>['data'], 'by' | 'why'>;

/** Triggers whose compaction lasts for all later calls. Other compactions are for one call only. */
export const lasting: ReadonlySet<Trigger> = new Set<Trigger>(['on_complete', 'on_threshold', 'batch', 'manual']);

/** The compaction state of what one task left. */
export interface ContextStanding {
  /** Number of compactions so far. */
  count: number;
  /** The text that replaces its messages while they are compacted. */
  short?: Payload;
  by?: By;
  isCompacted: boolean;
  /** Whether a person compacted it. */
  isByHand: boolean;
  /** A person restored the messages: no trigger compacts them again. */
  isRestored: boolean;
  /** The compaction in progress. */
  work: Promise<void>;
}

/** The state after a lasting compaction. */
export function buildCompactedStanding(
  trigger: Trigger,
): Pick<ContextStanding, 'isCompacted' | 'isByHand' | 'isRestored'> {
  return { isCompacted: true, isByHand: trigger === 'manual', isRestored: false };
}

/** The compaction states of all tasks, by the journal path of the task. */
export class Standings {
  readonly #standings = new Map<JournalPath, ContextStanding>();

  /** Starts with the compactions in the log, in their order. Adds their usage to `meter` again. */
  constructor({ steps, restored }: Pick<RunHistory, 'steps' | 'restored'>, meter: Meter) {
    const done = [...steps.values()].filter((event) => event.kind === 'compaction.done' && event.data.of === 'history');
    for (const event of [...done, ...restored].sort((one, other) => one.seq - other.seq)) {
      if (event.kind === 'compaction.restored') for (const path of event.data.tasks) this.putBack(path);
      else if (event.kind === 'compaction.done') {
        meter.add(event.data.usage ?? null);
        this.#takeIn(event.data, readResult(event));
      }
    }
  }

  /** The state of a task; at first its messages are not compacted. */
  of(path: JournalPath): ContextStanding {
    const known = this.#standings.get(path);
    if (known !== undefined) return known;
    const work = Promise.resolve();
    const standing: ContextStanding = { count: 0, isCompacted: false, isByHand: false, isRestored: false, work };
    this.#standings.set(path, standing);
    return standing;
  }

  /** Restores the messages of a task for a person. */
  putBack(path: JournalPath): void {
    Object.assign(this.of(path), { isCompacted: false, isRestored: true });
  }

  #takeIn({ by, why, trigger, tasks }: EventOf<'compaction.done'>['data'], short: Payload): void {
    for (const path of tasks) {
      const standing = this.of(path);
      standing.count += 1;
      standing.short = short;
      standing.by = { by, ...defined({ why }) };
      if (lasting.has(trigger)) Object.assign(standing, buildCompactedStanding(trigger));
    }
  }
}
