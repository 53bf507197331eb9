import { defined } from '@/base/defined';
import { hashValue } from '@/base/hash';
import type { EventOf, RunEvent, RunEventKind } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';

/** A difference between a replay and its log. */
export interface ReplayDifference {
  /**
   * `other`: the replay writes this event with other content; `more`: it writes an event that the log does not have;
   * `less`: it does not write an event that the log has; `asks`: it requests an effect that the log does not have;
   * `payload`: a part of the log is missing.
   */
  readonly what: 'other' | 'more' | 'less' | 'asks' | 'payload';
  /** Number of the event in the log; undefined if there is none. */
  readonly seq: number | undefined;
  readonly kind: RunEventKind | undefined;
  readonly path: JournalPath;
}

/**
 * Kinds that follow from the plan and the recorded effects, whatever the time, the machine, and how often a run was
 * resumed.
 */
const comparedKinds: ReadonlySet<RunEventKind> = new Set([
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
 * End kinds: a replay must write every one of these in the log. Events of other kinds may come from inside an effect,
 * which is not performed again.
 */
const endKinds: ReadonlySet<RunEventKind> = new Set([
  'run.completed',
  'run.failed',
  'task.completed',
  'task.failed',
  'task.skipped',
]);

/**
 * Fields that are left out of the comparison: they are never the same twice, depend on the order of parallel work, or
 * come from calls that are not made again.
 */
const ignoredFields: ReadonlySet<string> = new Set([
  'durationMs',
  'duration_ms',
  'ordinal',
  'prompt',
  'command',
  'wholeCommand',
  'filesChanged',
  'metrics',
  'step_history',
]);

/** Most events that are held while it searches for one that may occur twice. */
const mostAhead = 20_000;

interface Waiting {
  readonly seq: number;
  readonly kind: RunEventKind;
  readonly path: JournalPath;
  /** Hash of its content. */
  readonly contentHash: string;
}

/**
 * Compares the events of a replay with a log. The log is read only as far as needed: a replay follows its order, so few
 * events are held.
 */
export class LogMatcher {
  readonly #pages: AsyncIterator<readonly RunEvent[]>;
  /** Events that were read but not written by the replay yet, by kind and path. */
  readonly #waiting = new Map<string, Waiting[]>();
  #held = 0;
  #done = false;
  /** Number of equal events. */
  same = 0;

  constructor(pages: AsyncIterator<readonly RunEvent[]>) {
    this.#pages = pages;
  }

  /** Compares an event of the replay. Undefined: the log has the same; `more`: the log has no such event. */
  async take(event: RunEvent): Promise<ReplayDifference | undefined> {
    if (!comparedKinds.has(event.kind)) return undefined;
    const key = buildEventKey(event);
    const contentHash = hashEventContent(event);
    // If the run was resumed, there may be two of a kind at a path.
    const isFound = () => this.#waiting.get(key)?.some((entry) => entry.contentHash === contentHash) === true;
    const isAhead = () => (this.#waiting.get(key)?.length ?? 0) > 0 && this.#held > mostAhead;
    while (!isFound() && !this.#done && !isAhead()) await this.#read();
    const waiting = this.#waiting.get(key) ?? [];
    const { kind, path } = event;
    const [first] = waiting;
    if (first === undefined) return { what: 'more', seq: undefined, kind, path };
    const left = waiting.toSpliced(
      waiting.findIndex((entry) => entry.contentHash === contentHash),
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
   * The first end event that the log has and the replay has not. Ends inside effects do not count, because effects are
   * not performed again.
   */
  async left(isWithinEffect: (path: JournalPath) => boolean): Promise<ReplayDifference | undefined> {
    while (!this.#done) await this.#read();
    let first: Waiting | undefined;
    for (const waiting of [...this.#waiting.values()].flat()) {
      if (!endKinds.has(waiting.kind) || isWithinEffect(waiting.path)) continue;
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
      if (!comparedKinds.has(event.kind)) continue;
      const { seq, kind, path } = event;
      const key = buildEventKey(event);
      this.#held += 1;
      this.#waiting.set(key, [
        ...(this.#waiting.get(key) ?? []),
        { seq, kind, path, contentHash: hashEventContent(event) },
      ]);
    }
  }
}

/** The key by which an event is found. Two events with the same key keep their order. */
function buildEventKey(event: RunEvent): string {
  const { kind, path, data } = event;
  if (isOfHistory(event)) return `${kind} of ${event.data.tasks.join(' ')}`;
  return `${kind} ${path} ${'stream' in data ? data.stream : ''}`;
}

function hashEventContent(event: RunEvent): string {
  const { label, model, task, result, full_result_len, ref, error, hash } = event;
  const data = { ...selectComparedData(event), ...(hasFailedPart(event) ? { usage: undefined } : {}) };
  return hashValue(roundComparedNumbers({ label, model, task, result, full_result_len, ref, error, hash, data }));
}

/** The data of an event, without what the order of things that go on side by side decides. */
function selectComparedData(event: RunEvent): object {
  if (isOfHistory(event)) return { ...event.data, trigger: undefined };
  if (event.kind !== 'iteration.logged') return event.data;
  // Parts are told in the order in which they ended.
  const parts = event.data.parts?.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { ...event.data, ...defined({ parts }) };
}

/**
 * Whether a part of it failed. Then what the others had used by that time is chance: a resumed run begins them in an
 * order of its own.
 */
function hasFailedPart({ error, path }: RunEvent): boolean {
  const failed = error?.details?.['failed'];
  return failed !== undefined && failed !== path;
}

/**
 * Whether an event is a compaction of the history. What a task left is compacted when it is due, or earlier for one
 * prompt that needs a digest. A replay takes that prompt from the log, so it compacts only what is due: with the same
 * content, but as the task's first compaction.
 */
function isOfHistory(event: RunEvent): event is EventOf<'compaction.done'> {
  return event.kind === 'compaction.done' && event.data.of === 'history';
}

function roundComparedNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(roundComparedNumbers);
  // Sums of costs differ in the last digits, because they depend on the order of addition.
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(9));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      ignoredFields.has(key) || part === undefined ? [] : [[key, roundComparedNumbers(part)]],
    ),
  );
}
