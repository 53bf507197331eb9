import { defined } from '@/base/defined';
import type { EventOf, RunEvent } from '@/run/events';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { EditedThing } from '@/run/run-edit';
import { buildShortId } from '@/run/short-id';
import { FailedTasks } from './failed-tasks';
import { readTriedStep } from './history-cursors';
import {
  eventPageLimit,
  type RecordingSource,
  readEventPages,
  readPassedSteps,
  readTypedEvent,
} from './recording-source';
import { addChoice, type FailedTries, isStep, type PipelineCursor, type StepEvent, stepKinds } from './run-history';

/** An earlier run. Its recorded effects are used instead of performing them where key and input hash are equal. */
export interface Recording {
  /** Id of the earlier run; left out: the events come from a file. */
  readonly executionId?: string | undefined;
  /** Number of the last event that is used. */
  readonly lastSeq: number;
  /**
   * The effect under a key. It is returned only once: the caller then has recorded it or rejected it. `hash`: if there
   * are several, the one with this hash of its inputs is meant.
   */
  step(key: JournalPath, hash?: string): Promise<StepEvent | undefined>;
  /** Whether there is an effect under a key that was not returned yet. */
  has(key: JournalPath): Promise<boolean>;
  /**
   * Number of the event by which a task completed. Tasks keep the order of the earlier run, because prompts may depend
   * on it.
   */
  completed(path: JournalPath): number | undefined;
  /**
   * Number of the event by which a task failed: the histories that agents are sent have what failed, too, in its place.
   * Left out: what failed is made anew, and ends after all that was recorded.
   */
  failed?(path: JournalPath): number | undefined;
  /** Which earlier outputs went into the contexts of the attempts at a task, by the path of the task. */
  choices(task: JournalPath): readonly EventOf<'context.planned'>[];
  /**
   * The failed tries of a step (from 0) of the pipeline whose attempt is at a path, as if this run had made them. Left
   * out: they are made anew.
   */
  failedTries?(attempt: JournalPath, i: number): Promise<FailedTries | undefined>;
  /**
   * The events of the failed tries of such a step, in order, to be taken over where they asked the same. Left out, or
   * none: there are none.
   */
  triesOf?(attempt: JournalPath, i: number): Promise<readonly EventOf<'iteration.logged'>[]>;
  /**
   * How far the pipeline came whose attempt is at a path, if states before its latest are deleted, so that its steps
   * cannot be asked again. Left out, or undefined: each step is taken by itself.
   */
  passedSteps?(attempt: JournalPath): Promise<PipelineCursor | undefined>;
  /** Whether the workflow is the recorded one: then a pipeline may go on from its {@link Recording.passedSteps}. */
  readonly isSameWorkflow?: true;
  /**
   * The end of an attempt (from 1) at a task, or at a round of its loop, that no provider answered in the recorded run,
   * where a later attempt succeeded. Left out: that is not known, so each attempt is made.
   */
  unanswered?(base: JournalPath, attempt: number): Promise<EventOf<'task.retrying'> | undefined>;
  /** Whether a task, or a round of its loop, has succeeded. Left out: not known. */
  hasEnded?(base: JournalPath): boolean;
  /**
   * Whether the effect under a key is taken whatever its inputs are now, and never performed: only a part of the
   * workflow runs, and this is not in it. Left out: none is.
   */
  isHeld?(key: JournalPath): boolean;
  /** Whether a held effect that is missing is performed. Left out: the run fails, as nothing may be performed there. */
  readonly performsMissing?: true;
  /**
   * What a person wrote in place of the output of a task (by its path) or of the prompt of a turn (by its key). Left
   * out: nothing.
   */
  written?(of: Exclude<EditedThing, 'result'>, path: JournalPath): Promise<string | undefined>;
  /** The output of a task that completed. Left out: outputs are not available. */
  output?(path: JournalPath): Promise<string | undefined>;
  /** A payload by its ref. */
  read(ref: string): Promise<string | undefined>;
  /** The bytes of a payload by its ref. */
  pages(ref: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** A recording from which nothing can be taken. */
export const emptyRecording: Recording = {
  lastSeq: 0,
  step: async () => undefined,
  has: async () => false,
  completed: () => undefined,
  choices: () => [],
  read: async () => undefined,
  pages: async () => undefined,
};

/**
 * The run that made an effect, and the number and time of its event there; an effect that was itself taken over says
 * so.
 */
export function findOrigin(
  { taken, seq, t }: Pick<RunEvent, 'taken' | 'seq' | 't'>,
  { executionId }: Pick<Recording, 'executionId'> = {},
): NonNullable<RunEvent['taken']> {
  return taken ?? { ...defined({ run: executionId || undefined }), seq, t };
}

/**
 * Opens the log of an earlier run up to an event. Events that affect the order of tasks are read in advance. Effects
 * are read page by page on request. So a run that asks in the order of the log holds no more than one page of them,
 * however long the log is.
 */
export async function openRecording(source: RecordingSource, upTo: number): Promise<Recording> {
  const completed = new Map<JournalPath, number>();
  const failed = new Map<JournalPath, number>();
  const choices = new Map<JournalPath, EventOf<'context.planned'>[]>();
  const tries = new RecordedTries(source);
  const kinds = ['task.completed', 'task.failed', 'context.planned', 'iteration.logged'] as const;
  for await (const events of readEventPages(source, { kinds }, upTo)) {
    for (const event of events) {
      if (event.kind === 'context.planned') addChoice(choices, event);
      else if (event.kind === 'iteration.logged') tries.add(event);
      else (event.kind === 'task.failed' ? failed : completed).set(event.path, event.seq);
    }
  }
  const steps = new RecordedSteps(source, upTo);
  return {
    executionId: source.executionId,
    lastSeq: upTo,
    step: (key) => steps.take(key),
    has: (key) => steps.has(key),
    triesOf: (attempt, i) => tries.of(attempt, i),
    passedSteps: (attempt) => readPassedSteps(source, attempt, upTo),
    completed: (path) => completed.get(path),
    failed: (path) => failed.get(path),
    choices: (task) => choices.get(task) ?? [],
    output: (path) => readTaskOutput(source, completed.get(path)),
    read: (ref) => source.blob(ref),
    pages: async (ref) => source.pages?.(ref),
  };
}

/**
 * Opens the log of an earlier run for another run that is to succeed where the earlier one failed: the results of
 * tasks that failed are left out, so they are asked for anew. Attempts that got no answer are not made again.
 * `written`: where a person wrote something. In a task that failed around such a place, what came before it is kept:
 * else it might never be reached, as where another answer ends a loop in an earlier round.
 */
export async function openForFork(
  source: RecordingSource,
  upTo: number,
  written: readonly JournalPath[] = [],
): Promise<Recording> {
  const failures = new FailedTasks();
  const ended = new Set<JournalPath>();
  const unanswered = new Map<string, EventOf<'task.retrying'>>();
  for await (const events of readEventPages(
    source,
    { kinds: ['task.failed', 'task.completed', 'task.skipped', 'task.retrying', 'iteration.logged'] },
    upTo,
  )) {
    for (const event of events) {
      if (event.kind === 'task.completed' || event.kind === 'iteration.logged') ended.add(event.path);
      if (event.kind === 'iteration.logged') continue;
      if (event.kind !== 'task.retrying') failures.take(event);
      else if (event.data.transport) unanswered.set(buildAttemptKey(event.path, event.data.attempt - 1), event);
    }
  }
  for (const path of written) {
    if (failures.lostFrom(path) !== undefined) failures.keepBefore(path, await findFirstSeq(source, path, upTo));
  }
  const steps = new RecordedSteps(source, upTo);
  const { failed: _madeAnew, ...whole } = await openRecording(source, upTo);
  return {
    ...whole,
    hasEnded: (base) => ended.has(base),
    unanswered: async (base, attempt) => {
      const event = unanswered.get(buildAttemptKey(base, attempt));
      const isPast = event !== undefined && (ended.has(base) || event.seq < (failures.lostFrom(base) ?? 0));
      return isPast ? event : undefined;
    },
    triesOf: async (attempt, i) => {
      const tries = (await whole.triesOf?.(attempt, i)) ?? [];
      return tries.filter(({ seq }) => seq < (failures.lostFrom(attempt) ?? Number.POSITIVE_INFINITY));
    },
    passedSteps: (attempt) =>
      readPassedSteps(source, attempt, Math.min(upTo, (failures.lostFrom(attempt) ?? upTo + 1) - 1)),
    step: (key) => steps.take(key, failures.lostFrom(key)),
    has: (key) => steps.has(key, failures.lostFrom(key)),
  };
}

/**
 * Failed tries of the steps of pipelines. Of each attempt at a pipeline only the numbers of those of its last such step
 * are kept: the record of an earlier step says how its tries ended.
 */
class RecordedTries {
  readonly #source: RecordingSource;
  readonly #last = new Map<JournalPath, { readonly i: number; readonly seqs: readonly number[] }>();

  constructor(source: RecordingSource) {
    this.#source = source;
  }

  add(event: EventOf<'iteration.logged'>): void {
    const tried = readTriedStep(event);
    if (tried === undefined) return;
    const before = this.#last.get(tried.within);
    const seqs = before?.i === tried.n && event.data.n > 1 ? before.seqs : [];
    this.#last.set(tried.within, { i: tried.n, seqs: [...seqs, event.seq] });
  }

  async of(attempt: JournalPath, i: number): Promise<readonly EventOf<'iteration.logged'>[]> {
    const last = this.#last.get(attempt);
    if (last?.i !== i) return [];
    const found = await Promise.all(last.seqs.map((seq) => readTypedEvent(this.#source, 'iteration.logged', seq)));
    return found.filter((event) => event !== undefined);
  }
}

/** Number of the first event for something that a person can write: of a prompt, the request. 0: there is none. */
async function findFirstSeq(source: RecordingSource, path: JournalPath, upTo: number): Promise<number> {
  for await (const events of readEventPages(
    source,
    { kinds: [...stepKinds, 'model.requested', 'task.completed'], path },
    upTo,
  )) {
    const event = events.find((one) => one.path === path);
    if (event !== undefined) return event.seq;
  }
  return 0;
}

/**
 * The paths of the effects, and of the tasks that ended, that were recorded up to an event and before the first of some
 * places where a person wrote: nothing of what was written there can have reached them.
 */
export async function listPathsBefore(
  source: RecordingSource,
  places: readonly { readonly path: JournalPath }[],
  upTo: number,
): Promise<ReadonlySet<JournalPath>> {
  const firsts = await Promise.all(places.map(({ path }) => findFirstSeq(source, path, upTo)));
  const first = Math.min(...firsts.filter((seq) => seq > 0), upTo + 1);
  const paths = new Set<JournalPath>();
  for await (const events of readEventPages(source, { kinds: [...stepKinds, 'task.completed'] }, first - 1)) {
    for (const { path } of events) paths.add(path);
  }
  return paths;
}

/** The text that a task gave, by the number of the event by which it completed. */
async function readTaskOutput(source: RecordingSource, seq: number | undefined): Promise<string | undefined> {
  if (seq === undefined) return undefined;
  const event = await readTypedEvent(source, 'task.completed', seq);
  if (event === undefined) return undefined;
  const { text, length, ref } = readResult(event);
  if (length <= text.length) return text;
  return ref === undefined ? undefined : source.blob(ref);
}

function buildAttemptKey(base: JournalPath, attempt: number): string {
  return appendStep(base, 'attempt', attempt);
}

/** Makes a recording of a log that is in memory. `blob` returns its payloads by their refs. */
export function readRecording(events: readonly RunEvent[], blob: RecordingSource['blob']): Promise<Recording> {
  const findEvents: RecordingSource['find'] = async ({ filter: { kinds = [] }, from, limit: most }) => {
    const found: RunEvent[] = [];
    for (let at = from - 1; at < events.length; at += 1) {
      const event = events[at];
      if (event === undefined || !kinds.includes(event.kind)) continue;
      if (found.length === most) return { events: found, next: at + 1 };
      found.push(event);
    }
    return { events: found, next: null };
  };
  return openRecording({ find: findEvents, blob }, events.at(-1)?.seq ?? 0);
}

/**
 * Effects of a log, each returned once. Of the effects that were read but not returned yet, only the numbers are kept,
 * by a hash of the event's id. A run with other tasks may ask in any order; then a page is read again.
 */
class RecordedSteps {
  readonly #pages: AsyncGenerator<readonly RunEvent[]>;
  readonly #source: RecordingSource;
  readonly #upTo: number;
  /** Numbers of events by {@link hashOf}; mostly one for each hash. */
  readonly #waiting = new Map<number, number | number[]>();
  /** Number of the last event that was read in the order of the log. */
  #readTo = 0;
  /** The last page that was read. */
  #page: ReadonlyMap<number, StepEvent> = new Map();
  #tail: Promise<unknown> = Promise.resolve();

  constructor(source: RecordingSource, upTo: number) {
    this.#source = source;
    this.#upTo = upTo;
    this.#pages = readEventPages(source, { kinds: stepKinds }, upTo);
  }

  /** `before`: only an effect in an event before the one of this number is meant. */
  take(key: JournalPath, before?: number): Promise<StepEvent | undefined> {
    return this.#inTurn(async () => {
      const found = await this.#find(key, before);
      if (found !== undefined) this.#forget(found);
      return found;
    });
  }

  has(key: JournalPath, before?: number): Promise<boolean> {
    return this.#inTurn(async () => (await this.#find(key, before)) !== undefined);
  }

  /** Runs one search at a time: two at once would read the same page twice. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  async #find(key: JournalPath, before = Number.POSITIVE_INFINITY): Promise<StepEvent | undefined> {
    const hash = hashId(buildShortId(key));
    for (;;) {
      // Only a changed run has two effects under one key. The later one is the one with which it continued.
      for (const seq of listNumbers(this.#waiting.get(hash)).toReversed()) {
        if (seq >= before) continue;
        const event = await this.#eventAt(seq);
        if (event?.path === key) return event;
      }
      if (this.#readTo >= before - 1) return undefined;
      const page = await this.#pages.next();
      if (page.done === true) return undefined;
      this.#readTo = page.value.at(-1)?.seq ?? this.#readTo;
      this.#hold(page.value);
      for (const { id, seq } of this.#page.values()) this.#remember(hashId(id), seq);
    }
  }

  async #eventAt(seq: number): Promise<StepEvent | undefined> {
    const held = this.#page.get(seq);
    if (held !== undefined) return held;
    const { events } = await this.#source.find({
      filter: { kinds: stepKinds },
      from: seq,
      direction: 'forward',
      limit: eventPageLimit,
    });
    this.#hold(events.filter((event) => event.seq <= this.#upTo));
    return this.#page.get(seq);
  }

  #hold(events: readonly RunEvent[]): void {
    this.#page = new Map(events.filter(isStep).map((event) => [event.seq, event]));
  }

  #remember(hash: number, seq: number): void {
    const before = this.#waiting.get(hash);
    this.#waiting.set(hash, before === undefined ? seq : [...listNumbers(before), seq]);
  }

  #forget({ id, seq }: StepEvent): void {
    const left = listNumbers(this.#waiting.get(hashId(id))).filter((number) => number !== seq);
    if (left.length === 0) this.#waiting.delete(hashId(id));
    else this.#waiting.set(hashId(id), left);
  }
}

/** Thirty bits of an id, as a small integer: engines keep millions of these without an object for each. */
function hashId(id: string): number {
  return Number.parseInt(id, 16) >>> 2;
}

function listNumbers(entry: number | number[] | undefined): readonly number[] {
  return entry === undefined ? [] : typeof entry === 'number' ? [entry] : entry;
}
