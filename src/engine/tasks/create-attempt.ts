import type { Json, JsonObject } from '@/base/json';
import { ok } from '@/base/result';
import type { PlannedTask } from '@/plan/plan';
import { appendStep, type JournalPath, type PathKind } from '@/run/journal-path';
import { collectExpressionNames, createScope, type Environment, markAsView } from '@/workflow/expressions/environment';
import type { Missing } from '@/workflow/expressions/template';
import { taskTraits } from '@/workflow/tasks';
import type { Attempt, Cursor, Frame, PartOptions, RunContext } from '../attempt';
import { collectExpressionWords, evaluateWhole, findWholeOfInput, replaceViewsByWholes } from '../capture/with-wholes';
import { computeElapsedMs } from '../effects/elapsed';
import { computeTaskRank } from '../effects/rank';
import { buildPatience, type Patience } from '../effects/retry';
import { performWithTimeout } from '../effects/with-timeout';
import { warnFollowers } from '../log/tell';
import { createMissingInputError } from '../outcome';
import type { TaskEnd } from '../task-end';
import type { AttemptOptions } from './attempt-options';
import { runPart } from './run-part';

/** The names that a task can use: its inputs and the scopes around them. `missing` is set if an input has no value. */
interface Seen {
  readonly values: Readonly<Record<string, Json>>;
  readonly environment: Environment;
  readonly missing: Missing | undefined;
}

/** Makes an attempt, uses it, and releases its slot. */
export async function makeAndUseAttempt<T>(options: AttemptOptions, use: (attempt: Attempt) => Promise<T>): Promise<T> {
  const { task, frame, before, given } = options;
  const inputs = Object.keys(task.inputs).length === 0 ? ok({}) : await evaluateTaskInputs(task, before, frame.run);
  const values = inputs.ok ? { ...inputs.value, ...given } : given;
  const missing = before.lacks === undefined ? (inputs.ok ? undefined : inputs.error) : { missing: before.lacks };
  const seen = { values, environment: createInputScope(task, values, before), missing };
  return makeAttempt(options, appendStep(options.base, 'attempt', options.number), seen, use);
}

/** The inputs of a task, evaluated. */
export function evaluateTaskInputs(task: Pick<PlannedTask, 'type' | 'inputs'>, before: Environment, run: RunContext) {
  return evaluateWhole(task.inputs, before, taskTraits[task.type].readsWholeInputs, run);
}

/** The scope of the inputs. An input that is a view is marked as one, for the parts of the task. */
function createInputScope(
  task: Pick<PlannedTask, 'type' | 'inputs'>,
  values: Readonly<Record<string, Json>>,
  before: Environment,
): Environment {
  const scope = createScope('inputs', values, before);
  if (taskTraits[task.type].readsWholeInputs) return scope;
  return Object.entries(task.inputs).reduce(
    (inner, [name, input]) => markAsView(inner, name, findWholeOfInput(input, before)),
    scope,
  );
}

async function makeAttempt<T>(
  options: AttemptOptions,
  path: JournalPath,
  seen: Seen,
  use: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const attempt = new RunningAttempt(options, path, seen);
  try {
    return await use(attempt);
  } finally {
    attempt.giveSlot();
  }
}

/**
 * An attempt that is running. It is a class because every task has one: the methods exist once, and rarely used fields
 * are made on demand.
 */
class RunningAttempt implements Attempt {
  readonly run: RunContext;
  readonly frame: Frame;
  readonly number: number;
  readonly path: JournalPath;
  readonly before: Environment;
  readonly signal: AbortSignal;
  readonly meter: Frame['meter'];
  readonly #options: AttemptOptions;
  readonly #seen: Seen;
  #made: Map<string, Promise<unknown>> | undefined;
  #holding = false;
  #leftMs: number;

  constructor(options: AttemptOptions, path: JournalPath, seen: Seen) {
    const { frame, number, before, made, task } = options;
    this.run = frame.run;
    this.frame = frame;
    this.number = number;
    this.path = path;
    this.before = before;
    this.signal = frame.signal;
    this.meter = frame.meter;
    this.#options = options;
    this.#seen = seen;
    this.#made = made;
    this.#leftMs = task.limits.timeoutMs;
  }

  get root(): JournalPath {
    return this.#pathOf(this.number);
  }

  get patience(): Patience {
    return buildPatience(this.#options.task);
  }

  get absent(): Set<string> {
    return this.#options.left.absent;
  }

  get environment(): Environment {
    const { environment } = this.#seen;
    // A pinned output is given whatever its inputs lack.
    return this.#options.task.pinned === undefined ? this.#found(environment) : environment;
  }

  get cursor(): Cursor | undefined {
    return this.#options.left.cursors.get(this.#place());
  }

  set cursor(cursor: Cursor | undefined) {
    const { cursors } = this.#options.left;
    if (cursor === undefined) cursors.delete(this.#place());
    else cursors.set(this.#place(), cursor);
  }

  pathIn(number: number): JournalPath {
    return `${this.#pathOf(number)}${this.#place()}`;
  }

  inputs(): Readonly<Record<string, Json>> {
    return this.#found(this.#seen.values);
  }

  async names(expressions: readonly (string | undefined)[]): Promise<JsonObject> {
    return collectExpressionNames(
      await replaceViewsByWholes(this.#seen.environment, collectExpressionWords(expressions), this.run),
    );
  }

  started(parts?: number): void {
    // A loop, tries and samples go through them more than once.
    const isOnce = this.#place() === '' && this.#options.task.loop === undefined;
    this.#options.onBegin(isOnce ? parts : undefined);
  }

  async begin(): Promise<void> {
    await this.#takeSlot();
    this.#options.onBegin();
  }

  async aside<T>(wait: () => Promise<T>): Promise<T> {
    const had = this.#holding;
    this.giveSlot();
    const value = await wait();
    if (had) await this.#takeSlot();
    return value;
  }

  async timed<T>(perform: (signal: AbortSignal) => Promise<T>): Promise<{ value: T; durationMs: number }> {
    const { clock } = this.run.deps;
    const start = clock.now();
    const value = await performWithTimeout(clock, this.#leftMs, this.signal, perform);
    const durationMs = computeElapsedMs(clock, start);
    // Longer than the limit is impossible, because the effect would have been stopped. Then the clock was set forward.
    if (this.#leftMs > durationMs) this.#leftMs -= durationMs;
    return { value, durationMs };
  }

  part(task: PlannedTask, options: PartOptions = {}): Promise<TaskEnd> {
    this.#options.onBegin();
    return runPart(task, this.path, this.environment, this.#options, options);
  }

  within<T>(
    kind: PathKind,
    name: string | number,
    use: (attempt: Attempt) => Promise<T>,
    other: Partial<Pick<Frame, 'run' | 'signal' | 'meter'>> = {},
  ): Promise<T> {
    this.#made ??= new Map();
    const options = { ...this.#options, made: this.#made, frame: { ...this.frame, ...other } };
    return makeAttempt(options, appendStep(this.path, kind, name), this.#seen, use);
  }

  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    this.#made ??= new Map();
    const known = this.#made.get(name) ?? make();
    this.#made.set(name, known);
    return known as Promise<T>;
  }

  warn(message: string): void {
    warnFollowers(this.run, this.path, message);
  }

  /** Releases the slot, if it has one. */
  giveSlot(): void {
    if (this.#holding) this.run.slots.give();
    this.#holding = false;
  }

  /**
   * Takes a slot, unless it has one already: a question before the task's own effect, such as a match, takes it first.
   */
  async #takeSlot(): Promise<void> {
    if (this.#holding) return;
    await this.run.slots.take(computeTaskRank(this.#options.task), this.signal);
    this.#holding = true;
  }

  #found<V>(value: V): V {
    const { missing } = this.#seen;
    if (missing !== undefined) throw createMissingInputError(missing);
    return value;
  }

  #pathOf(number: number): JournalPath {
    return appendStep(this.#options.base, 'attempt', number);
  }

  /** The path below the attempt at the task itself. */
  #place(): string {
    return this.path.slice(this.root.length);
  }
}
