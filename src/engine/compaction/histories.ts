import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { defaultCompaction } from '@/plan/limits';
import type { PlannedCompaction, PlannedTask } from '@/plan/plan';
import type { EventOf, Payload, Usage } from '@/run/events';
import { at, type JournalPath } from '@/run/path';
import { resultFields, resultOf } from '@/run/result-payload';
import type { RunContext } from '../attempt';
import { cancelled } from '../effects/cancelled';
import { Meter } from '../effects/meter';
import type { History } from '../log/history';
import { compactMessages } from './compact-messages';
import { writeDigest } from './digest';
import { DueRanges } from './due-ranges';
import { charactersOf, messagesText } from './message-text';
import { withRunAttempt } from './run-attempt';
import type { RunHistories } from './run-histories';
import { messagesOf, type RangeEnd, type TaskRange } from './task-range';
import { TaskRanges } from './task-ranges';
import { taskTitle } from './templates';

type Trigger = EventOf<'compaction.done'>['data']['trigger'];

/** Those after which messages are compacted for all that come; the others are for one call only. */
const lasting: ReadonlySet<Trigger> = new Set<Trigger>(['on_complete', 'on_threshold', 'batch', 'manual']);

/** How it stands with what one task left. */
interface Standing {
  /** Compactions so far. */
  count: number;
  /** What stands for its messages where they are compacted. */
  short?: Payload;
  by?: Pick<EventOf<'compaction.done'>['data'], 'by' | 'why'>;
  isCompacted: boolean;
  /** Whether it was by a person. */
  isByHand: boolean;
  /** A person wants to see the messages: no trigger touches them. */
  isRestored: boolean;
  /** What is being done about it. */
  work: Promise<void>;
}

/** The history of a run: what its tasks left, and what of it is compacted. One for a run, kept only where an agent is sent any of it. */
export class Histories implements RunHistories {
  #opened: RunContext | undefined;
  #isClosed = false;
  readonly #ranges: TaskRanges;
  readonly #standings = new Map<JournalPath, Standing>();
  readonly #rules: PlannedCompaction;
  /** Left out: nothing is compacted but for agents that want a summary. */
  readonly #trigger: PlannedCompaction['trigger'] | undefined;
  readonly #meter: Meter;
  readonly #due: DueRanges;
  /** Checks whether something is to be compacted are made one after the other, in the order of completion. */
  #checked: Promise<void> = Promise.resolve();

  /** Starts with what an earlier process of the run left. `meter`: that of the run, which pays. */
  constructor(
    compaction: PlannedCompaction | undefined,
    history: History,
    orderOf: (path: JournalPath, seq: number) => number,
    meter: Meter,
  ) {
    this.#rules = compaction ?? defaultCompaction;
    this.#trigger = compaction?.trigger;
    this.#meter = meter;
    this.#ranges = new TaskRanges(history, orderOf);
    this.#recall(history);
    this.#due = new DueRanges(this.#rules, async (range) => charactersOf(await messagesOf(range, this.#run.journal)));
  }

  get compacts(): boolean {
    return this.#trigger !== undefined;
  }

  /** To be called before anything runs. Compacts what was to be when an earlier process ended. */
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

  async settled(ranges: readonly TaskRange[] = this.#ranges.all()): Promise<void> {
    await this.#checked;
    await Promise.all(ranges.map(({ path }) => this.#standings.get(path)?.work));
  }

  /** To be called when nothing runs any more: all is settled, and no command comes too late for the log. */
  async close(): Promise<void> {
    await this.settled();
    this.#isClosed = true;
  }

  isCompacted({ path }: TaskRange): boolean {
    return this.#standings.get(path)?.isCompacted ?? false;
  }

  isRestored({ path }: TaskRange): boolean {
    return this.#standings.get(path)?.isRestored ?? false;
  }

  async short(range: TaskRange, trigger: 'window' | 'transfer'): Promise<string> {
    const standing = this.#standingOf(range);
    await this.#enqueue(range, trigger);
    if (standing.short === undefined) throw cancelled();
    return this.#run.journal.read(standing.short);
  }

  /** Also what a person had put back. */
  async compact(): Promise<void> {
    await this.#checked;
    this.#mustBeOpen();
    const left = this.#ranges.all().filter((range) => !this.isCompacted(range));
    this.#due.clear();
    await Promise.all(left.map((range) => this.#enqueue(range, 'manual')));
    await this.#run.log.flush();
  }

  async restore(paths: readonly JournalPath[]): Promise<void> {
    const ranges = this.#ranges.within(new Set(paths));
    await this.settled(ranges);
    this.#mustBeOpen();
    const tasks = ranges.filter(({ path }) => this.#standings.get(path)?.short !== undefined).map(({ path }) => path);
    if (tasks.length === 0) {
      throw new AppError('VALIDATION_ERROR', 'Nothing of these tasks is compacted.', {
        advice: 'Choose a task whose messages were compacted.',
      });
    }
    for (const path of tasks) this.#putBack(path);
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

  #putBack(path: JournalPath): void {
    const standing = this.#standings.get(path);
    if (standing === undefined) return;
    standing.isCompacted = false;
    standing.isRestored = true;
  }

  #standingOf({ path }: Pick<TaskRange, 'path'>): Standing {
    const known = this.#standings.get(path);
    if (known !== undefined) return known;
    const standing: Standing = {
      count: 0,
      isCompacted: false,
      isByHand: false,
      isRestored: false,
      work: Promise.resolve(),
    };
    this.#standings.set(path, standing);
    return standing;
  }

  /** What the log tells of compactions, in its order. */
  #recall({ steps, restored }: History): void {
    const done = [...steps.values()].filter((event) => event.kind === 'compaction.done' && event.data.of === 'history');
    for (const event of [...done, ...restored].sort((one, other) => one.seq - other.seq)) {
      if (event.kind === 'compaction.restored') for (const path of event.data.tasks) this.#putBack(path);
      else if (event.kind === 'compaction.done') this.#takeIn(event.data, resultOf(event));
    }
  }

  #takeIn(data: EventOf<'compaction.done'>['data'], short: Payload): void {
    const { by, why, trigger, tasks, usage } = data;
    this.#meter.add(usage ?? null);
    for (const path of tasks) {
      const standing = this.#standingOf({ path });
      standing.count += 1;
      standing.short = short;
      standing.by = { by, ...(why === undefined ? {} : { why }) };
      if (!lasting.has(trigger)) continue;
      standing.isCompacted = true;
      standing.isByHand = trigger === 'manual';
      standing.isRestored = false;
    }
  }

  #check(range: TaskRange): void {
    const trigger = this.#trigger;
    if (trigger === undefined || this.#standingOf(range).isByHand) return;
    this.#checked = this.#checked.then(async () => {
      for (const due of await this.#due.after(range)) {
        if (!this.isRestored(due)) void this.#enqueue(due, trigger);
      }
    });
    // Who asks next is told.
    this.#checked.catch(() => undefined);
  }

  /** One thing after the other for what a task left, so that nothing is asked of an agent twice. */
  #enqueue(range: TaskRange, trigger: Trigger): Promise<void> {
    const standing = this.#standingOf(range);
    if (lasting.has(trigger)) {
      if (standing.isCompacted) return standing.work;
      standing.isCompacted = true;
      standing.isByHand = trigger === 'manual';
      standing.isRestored = false;
    }
    standing.work = standing.work.then(() => this.#perform(range, standing, trigger));
    standing.work.catch(() => undefined);
    return standing.work;
  }

  async #perform(range: TaskRange, standing: Standing, trigger: Trigger): Promise<void> {
    if (standing.short !== undefined && !lasting.has(trigger)) return;
    const { strategy, preserve } = this.#rules;
    const run = this.#run;
    const { journal, log, deps } = run;
    const path = at('', 'compact', `${hashText(range.path).slice(0, 16)}-${standing.count + 1}`);
    const messages = await messagesOf(range, journal);
    const made = await this.#make(range, standing, path).catch((error: unknown) => {
      // It goes on when the run is taken up.
      if (run.signal.aborted) return undefined;
      throw error;
    });
    if (made === undefined) {
      standing.isCompacted = false;
      return;
    }
    const short = await journal.payload(made.text);
    const counter = await deps.tokens();
    const model = this.#rules.agent?.model ?? { provider: '', model: '' };
    standing.short = short;
    standing.by = made.by;
    standing.count += 1;
    await log.append({
      kind: 'compaction.done',
      path,
      ...resultFields(short),
      data: {
        of: 'history',
        trigger,
        strategy,
        preserve: [...preserve],
        ...made.by,
        tasks: [range.path],
        before: await journal.payload(JSON.stringify(messages)),
        messages: messages.length,
        tokensBefore: counter.count(messagesText(messages), model).tokens,
        tokensAfter: counter.count(made.text, model).tokens,
        ...(made.usage === null ? {} : { usage: made.usage }),
      },
    });
  }

  /** What was made of it before holds. */
  async #make(
    range: TaskRange,
    { short, by }: Standing,
    path: JournalPath,
  ): Promise<{ readonly text: string; readonly by: NonNullable<Standing['by']>; readonly usage: Usage | null }> {
    if (short !== undefined && by !== undefined) return { text: await this.#run.journal.read(short), by, usage: null };
    const meter = new Meter(path, this.#meter);
    const { digest, ...made } = await compactMessages(await this.#materialOf(range), this.#rules, path, (use) =>
      withRunAttempt(path, this.#run, meter, async (attempt) => {
        await attempt.begin();
        return use(attempt);
      }),
    );
    return { text: writeDigest(digest), by: made, usage: meter.usage };
  }

  async #materialOf(range: TaskRange) {
    const { journal } = this.#run;
    const content = await journal.read(range.content);
    return {
      title: taskTitle(range.name, range.error !== undefined),
      messages: await messagesOf(range, journal),
      outputs: content === '' ? [] : [content],
      errors: range.error === undefined ? [] : [range.error],
    };
  }
}
