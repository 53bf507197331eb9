import { hashValue } from '@/base/hash';
import type { EventOf, RunEvent, RunEventKind } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';

/** Where a replay and the log part. */
export interface ReplayDifference {
  /**
   * `other`: the replay writes this event otherwise; `more`: it writes one that the log does not have; `less`: it does
   * not write one that the log has; `asks`: it asks for something that the log does not have; `payload`: a part of the
   * log is missing.
   */
  readonly what: 'other' | 'more' | 'less' | 'asks' | 'payload';
  /** Number of the event of the log; undefined where there is none. */
  readonly seq: number | undefined;
  readonly kind: RunEventKind | undefined;
  readonly path: JournalPath;
}

/**
 * Kinds that follow from the plan and the recorded effects, whatever the time, the machine, and how often a run was
 * taken up.
 */
const compared: ReadonlySet<RunEventKind> = new Set([
  'run.completed',
  'run.failed',
  'task.started',
  'task.completed',
  'task.failed',
  'task.skipped',
  'model.replied',
  'script.exited',
  'tool.called',
  'input.provided',
  'vote.decided',
  'effect.recorded',
  'context.planned',
  'compaction.done',
  'iteration.logged',
  'output.truncated',
  'output.stored',
  'reparse.done',
]);

/**
 * Kinds of which a run that ended as it did has written each one: others may lie in what an effect did, which is not
 * done again.
 */
const ends: ReadonlySet<RunEventKind> = new Set([
  'run.completed',
  'run.failed',
  'task.completed',
  'task.failed',
  'task.skipped',
]);

/**
 * What is never the same twice, hangs on the order of what runs side by side, or tells of calls that are not made
 * again.
 */
const aside: ReadonlySet<string> = new Set([
  'durationMs',
  'duration_ms',
  'ordinal',
  'prompt',
  'command',
  'filesChanged',
  'metrics',
]);

/** Events that are held at most where one is looked for that may be there twice. */
const mostAhead = 20_000;

interface Waiting {
  readonly seq: number;
  readonly kind: RunEventKind;
  readonly path: JournalPath;
  /** Hash of what it says. */
  readonly words: string;
}

/**
 * Compares what a replay writes with a log, which is read no faster than it is needed: as a replay goes in the order of
 * the log, little of it is held.
 */
export class LogMatcher {
  readonly #pages: AsyncIterator<readonly RunEvent[]>;
  /** Read, and not written by the replay yet, by kind and place. */
  readonly #waiting = new Map<string, Waiting[]>();
  #held = 0;
  #done = false;
  /** How many events were the same. */
  same = 0;

  constructor(pages: AsyncIterator<readonly RunEvent[]>) {
    this.#pages = pages;
  }

  /** What is wrong with an event that a replay writes: undefined: nothing; `more`: the log has none like it. */
  async take(event: RunEvent): Promise<ReplayDifference | undefined> {
    if (!compared.has(event.kind)) return undefined;
    const key = keyOf(event);
    const words = wordsOf(event);
    // Where a run was taken up there may be two of a kind at a place.
    const isFound = () => this.#waiting.get(key)?.some((one) => one.words === words) === true;
    const isAhead = () => (this.#waiting.get(key)?.length ?? 0) > 0 && this.#held > mostAhead;
    while (!isFound() && !this.#done && !isAhead()) await this.#read();
    const waiting = this.#waiting.get(key) ?? [];
    const { kind, path } = event;
    const [first] = waiting;
    if (first === undefined) return { what: 'more', seq: undefined, kind, path };
    const left = waiting.toSpliced(
      waiting.findIndex((one) => one.words === words),
      1,
    );
    if (!isFound()) return { what: 'other', seq: first.seq, kind, path };
    this.#held -= 1;
    if (left.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, left);
    this.same += 1;
    return undefined;
  }

  /**
   * The first end that the log has and the replay has not, but for those within effects, which are taken as they are.
   */
  async left(isWithinEffect: (path: JournalPath) => boolean): Promise<ReplayDifference | undefined> {
    while (!this.#done) await this.#read();
    let first: Waiting | undefined;
    for (const waiting of [...this.#waiting.values()].flat()) {
      if (!ends.has(waiting.kind) || isWithinEffect(waiting.path)) continue;
      if (first === undefined || waiting.seq < first.seq) first = waiting;
    }
    return first && { what: 'less', seq: first.seq, kind: first.kind, path: first.path };
  }

  async #read(): Promise<void> {
    const page = await this.#pages.next();
    if (page.done === true) {
      this.#done = true;
      return;
    }
    for (const event of page.value) {
      if (!compared.has(event.kind)) continue;
      const { seq, kind, path } = event;
      const key = keyOf(event);
      this.#held += 1;
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { seq, kind, path, words: wordsOf(event) }]);
    }
  }
}

/** By which an event is found again: of two of a kind at a place the first is the first. */
function keyOf(event: RunEvent): string {
  const { kind, path, data } = event;
  if (isOfHistory(event)) return `${kind} of ${event.data.tasks.join(' ')}`;
  return `${kind} ${path} ${'stream' in data ? data.stream : ''}`;
}

function wordsOf(event: RunEvent): string {
  const { label, model, task, result, full_result_len, ref, error, hash } = event;
  const data = isOfHistory(event) ? { ...event.data, trigger: undefined } : event.data;
  return hashValue(timeless({ label, model, task, result, full_result_len, ref, error, hash, data }));
}

/**
 * What a task left is compacted when it is due, or sooner for one prompt that wants it in short. A prompt is taken from
 * the log as it was, so that a replay compacts only what is due: with the same words, but as the first compaction of
 * that task.
 */
function isOfHistory(event: RunEvent): event is EventOf<'compaction.done'> {
  return event.kind === 'compaction.done' && event.data.of === 'history';
}

function timeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(timeless);
  // Sums of costs differ in the last digits by the order in which they were added.
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(9));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      aside.has(key) || part === undefined ? [] : [[key, timeless(part)]],
    ),
  );
}
