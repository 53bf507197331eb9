import { createCancelledError } from '@/base/cancelled';
import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { encodeJson } from '@/base/json-text';
import { defaultCompaction } from '@/plan/limits';
import type { PlannedCompaction, PlannedTask } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { buildResultFields } from '@/run/result-payload';
import type { RunContext } from '../attempt';
import type { Meter } from '../effects/meter';
import type { EndEvent, RunHistory } from '../log/run-history';
import { buildCompactedStanding, type ContextStanding, lasting, Standings, type Trigger } from './context-standings';
import { DueRanges } from './due-ranges';
import { countCharacters, formatMessages } from './message-text';
import type { RunHistories } from './run-histories';
import { type ShortRange, shortenRange } from './shorten-range';
import { type RangeEnd, readRangeMessages, type TaskRange } from './task-range';
import { TaskRanges } from './task-ranges';

/**
 * The history of a run: what its tasks left, and which parts are compacted. A run has one, and only if an agent is sent
 * a part of it.
 */
export class Histories implements RunHistories {
  #opened: RunContext | undefined;
  #isClosed = false;
  readonly #ranges: TaskRanges;
  readonly #standings: Standings;
  readonly #rules: PlannedCompaction;
  /** Left out: compaction happens only for agents that want a summary. */
  readonly #trigger: PlannedCompaction['trigger'] | undefined;
  readonly #meter: Meter;
  readonly #due: DueRanges;
  /** What an agent is due to compact, once a prompt is sent it: what nobody reads is not paid for. */
  readonly #owed = new Set<JournalPath>();
  /** Ends with the last check. Checks for due compactions run one after the other, in the order of completion. */
  #checked: Promise<void> = Promise.resolve();

  /** Starts with what an earlier process of the run left. `meter`: the run's; it pays for compactions. */
  constructor(
    compaction: PlannedCompaction | undefined,
    history: RunHistory,
    orderOf: (event: EndEvent) => number,
    meter: Meter,
  ) {
    this.#rules = compaction ?? defaultCompaction;
    this.#trigger = compaction?.trigger;
    this.#meter = meter;
    this.#ranges = new TaskRanges(history, orderOf);
    this.#standings = new Standings(history, meter);
    this.#due = new DueRanges(this.#rules, async (range) =>
      countCharacters(await readRangeMessages(range, this.#run.journal)),
    );
  }

  get compacts(): boolean {
    return this.#trigger !== undefined;
  }

  /** Call it before anything runs. Performs the compactions that were due when an earlier process ended. */
  open(run: RunContext): void {
    this.#opened = run;
    for (const range of this.#ranges.all()) this.#check(range);
  }

  place(task: PlannedTask, path: JournalPath, framePath: JournalPath): void {
    this.#ranges.place(task, path, framePath);
  }

  add(event: RangeEnd, order: number): void {
    const range = this.#ranges.add(event, order);
    if (range === undefined) return;
    this.#check(range);
  }

  before(task: PlannedTask, framePath: JournalPath): readonly TaskRange[] {
    return this.#ranges.before(task, framePath);
  }

  async prepare(ranges: readonly TaskRange[]): Promise<void> {
    await this.#checked;
    const trigger = this.#trigger;
    for (const range of ranges) {
      if (!this.#owed.delete(range.path) || trigger === undefined || this.isRestored(range)) continue;
      void this.#enqueue(range, trigger);
    }
    await this.#settled(ranges);
  }

  /** Resolves once all compactions of these ranges that were started are done. */
  async #settled(ranges: readonly TaskRange[] = this.#ranges.all()): Promise<void> {
    await this.#checked;
    await Promise.all(ranges.map(({ path }) => this.#standings.of(path).work));
  }

  /**
   * Call it when nothing runs any more. Waits for all compactions. Later commands are refused, because the log ends.
   */
  async close(): Promise<void> {
    await this.#settled();
    this.#isClosed = true;
  }

  isCompacted({ path }: TaskRange): boolean {
    return this.#standings.of(path).isCompacted;
  }

  isRestored({ path }: TaskRange): boolean {
    return this.#standings.of(path).isRestored;
  }

  async short(range: TaskRange, trigger: 'window' | 'transfer'): Promise<string> {
    const standing = this.#standings.of(range.path);
    await this.#enqueue(range, trigger);
    if (standing.short === undefined) throw createCancelledError('The run');
    return this.#run.journal.read(standing.short);
  }

  /** Compacts what a person had restored, too. */
  async compact(): Promise<void> {
    await this.#checked;
    this.#mustBeOpen();
    const left = this.#ranges.all().filter((range) => !this.isCompacted(range));
    this.#due.clear();
    this.#owed.clear();
    await Promise.all(left.map((range) => this.#enqueue(range, 'manual')));
    await this.#run.log.flush();
  }

  async restore(paths: readonly JournalPath[]): Promise<void> {
    const ranges = this.#ranges.within(new Set(paths));
    await this.#settled(ranges);
    this.#mustBeOpen();
    const tasks = ranges.filter(({ path }) => this.#standings.of(path).short !== undefined).map(({ path }) => path);
    if (tasks.length === 0) {
      throw new AppError('VALIDATION_ERROR', 'Nothing of these tasks is compacted.', {
        advice: 'Choose a task whose messages were compacted.',
      });
    }
    for (const path of tasks) this.#standings.putBack(path);
    await this.#run.log.append({ kind: 'compaction.restored', path: '', data: { tasks } });
  }

  get #run(): RunContext {
    if (this.#opened === undefined) throw new Error('The history was not opened.');
    return this.#opened;
  }

  #mustBeOpen(): void {
    if (!this.#isClosed) return;
    throw new AppError('VALIDATION_ERROR', 'This run has just ended.', { advice: 'Its history stays as it is.' });
  }

  #check(range: TaskRange): void {
    const trigger = this.#trigger;
    if (trigger === undefined || this.#standings.of(range.path).isByHand) return;
    this.#checked = this.#checked.then(async () => {
      for (const due of await this.#due.after(range)) {
        if (this.isRestored(due)) continue;
        if (this.#rules.agent === undefined) void this.#enqueue(due, trigger);
        else this.#owed.add(due.path);
      }
    });
    // The next caller that awaits the checks gets the error.
    this.#checked.catch(() => undefined);
  }

  /** Queues work on what a task left, one at a time, so that the agent is not asked twice for the same. */
  #enqueue(range: TaskRange, trigger: Trigger): Promise<void> {
    const standing = this.#standings.of(range.path);
    if (lasting.has(trigger)) {
      if (standing.isCompacted) return standing.work;
      Object.assign(standing, buildCompactedStanding(trigger));
    }
    standing.work = standing.work.then(() => this.#perform(range, standing, trigger));
    standing.work.catch(() => undefined);
    return standing.work;
  }

  async #perform(range: TaskRange, standing: ContextStanding, trigger: Trigger): Promise<void> {
    if (standing.short !== undefined && !lasting.has(trigger)) return;
    const { strategy, preserve } = this.#rules;
    const run = this.#run;
    const { journal, log, deps } = run;
    const path = appendStep('', 'compact', `${hashText(range.path).slice(0, 16)}-${standing.count + 1}`);
    const messages = await readRangeMessages(range, journal);
    const made = await this.#make(range, standing, path).catch((error: unknown) => {
      // The compaction is repeated when the run is resumed.
      if (run.signal.aborted) return undefined;
      throw error;
    });
    if (made === undefined) {
      standing.isCompacted = false;
      return;
    }
    const short = await journal.payload(made.text);
    const model = this.#rules.agent?.model ?? { provider: '', model: '' };
    const counter = await deps.tokens([model]);
    standing.short = short;
    standing.by = made.by;
    standing.count += 1;
    await log.append({
      kind: 'compaction.done',
      path,
      ...buildResultFields(short),
      data: {
        of: 'history',
        trigger,
        strategy,
        preserve: [...preserve],
        ...made.by,
        tasks: [range.path],
        before: await journal.payload(encodeJson(messages)),
        messages: messages.length,
        tokensBefore: counter.count(formatMessages(messages), model).tokens,
        tokensAfter: counter.count(made.text, model).tokens,
        ...(made.usage === null ? {} : { usage: made.usage }),
      },
    });
  }

  /** Reuses an earlier digest if there is one. */
  async #make(range: TaskRange, { short, by }: ContextStanding, path: JournalPath): Promise<ShortRange> {
    const { journal } = this.#run;
    if (short !== undefined && by !== undefined) return { text: await journal.read(short), by, usage: null };
    return shortenRange(range, this.#rules, path, this.#run, this.#meter);
  }
}
