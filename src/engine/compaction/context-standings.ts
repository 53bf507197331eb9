import type { Payload } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import { resultOf } from '@/run/result-payload';
import type { Meter } from '../effects/meter';
import type { RunHistory } from '../log/run-history';

/** What sets a compaction going. */
export type Trigger = EventOf<'compaction.done'>['data']['trigger'];

/** Who compacted, and why it was not the agent. */
export type By = Pick<EventOf<'compaction.done'>['data'], 'by' | 'why'>;

/** Those after which messages are compacted for all that come; the others are for one call only. */
export const lasting: ReadonlySet<Trigger> = new Set<Trigger>(['on_complete', 'on_threshold', 'batch', 'manual']);

/** How it stands with what one task left. */
export interface ContextStanding {
  /** Compactions so far. */
  count: number;
  /** What stands for its messages where they are compacted. */
  short?: Payload;
  by?: By;
  isCompacted: boolean;
  /** Whether it was by a person. */
  isByHand: boolean;
  /** A person wants to see the messages: no trigger touches them. */
  isRestored: boolean;
  /** What is being done about it. */
  work: Promise<void>;
}

/** How it stands with what was compacted for all that come. */
export function compactedBy(trigger: Trigger): Pick<ContextStanding, 'isCompacted' | 'isByHand' | 'isRestored'> {
  return { isCompacted: true, isByHand: trigger === 'manual', isRestored: false };
}

/** How it stands with what each task left, by the journal path of the task. */
export class Standings {
  readonly #standings = new Map<JournalPath, ContextStanding>();

  /** Starts with what the log tells of compactions, in its order; `meter` pays for them once more. */
  constructor({ steps, restored }: Pick<RunHistory, 'steps' | 'restored'>, meter: Meter) {
    const done = [...steps.values()].filter((event) => event.kind === 'compaction.done' && event.data.of === 'history');
    for (const event of [...done, ...restored].sort((one, other) => one.seq - other.seq)) {
      if (event.kind === 'compaction.restored') for (const path of event.data.tasks) this.putBack(path);
      else if (event.kind === 'compaction.done') {
        meter.add(event.data.usage ?? null);
        this.#takeIn(event.data, resultOf(event));
      }
    }
  }

  /** That of a task; at first its messages stand as they are. */
  of(path: JournalPath): ContextStanding {
    const known = this.#standings.get(path);
    if (known !== undefined) return known;
    const work = Promise.resolve();
    const standing: ContextStanding = { count: 0, isCompacted: false, isByHand: false, isRestored: false, work };
    this.#standings.set(path, standing);
    return standing;
  }

  /** A person wants to see its messages. */
  putBack(path: JournalPath): void {
    Object.assign(this.of(path), { isCompacted: false, isRestored: true });
  }

  #takeIn({ by, why, trigger, tasks }: EventOf<'compaction.done'>['data'], short: Payload): void {
    for (const path of tasks) {
      const standing = this.of(path);
      standing.count += 1;
      standing.short = short;
      standing.by = { by, ...(why === undefined ? {} : { why }) };
      if (lasting.has(trigger)) Object.assign(standing, compactedBy(trigger));
    }
  }
}
