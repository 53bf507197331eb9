import type { Json } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import type { Missing } from '@/plan/task-environment';
import { at, type JournalPath, type PathKind } from '@/run/path';
import { asView, type Environment, expressionNames, scopeOf } from '@/workflow/expressions/environment';
import type { Attempt, Cursor, Frame, PartOptions, RunContext } from '../attempt';
import { evaluateWhole, expressionWords, wholeOfInput, withWholes } from '../capture/with-wholes';
import { elapsed } from '../effects/elapsed';
import { rankOf } from '../effects/rank';
import { patienceOf } from '../effects/retry';
import { withTimeout } from '../effects/with-timeout';
import { endOf } from '../log/restore-end';
import { warn } from '../log/tell';
import { missingInput } from '../outcome';
import type { Completed, TaskEnd } from '../task-end';

/** What an attempt is made of. */
export interface AttemptOptions {
  readonly task: Pick<PlannedTask, 'type' | 'inputs' | 'limits' | 'retry' | 'priority' | 'order'>;
  readonly frame: Frame;
  readonly number: number;
  /** Path of what is attempted: the task, or one round of its loop. */
  readonly base: JournalPath;
  /** The scopes of the task without its inputs. */
  readonly before: Environment;
  /** Inputs that are tasks have run: what they gave, by name. */
  readonly given: Readonly<Record<string, Json>>;
  /** Parts that completed in earlier attempts, by their path within the attempt. */
  readonly kept: Map<string, Completed>;
  /** Where earlier attempts stood, likewise. */
  readonly cursors: Map<string, Cursor>;
  /** Models that earlier attempts found not to be there; see {@link Attempt.absent}. */
  readonly absent: Set<string>;
  /** Told before anything is done. */
  readonly onBegin: () => void;
  /** What was made once for the whole attempt, by name. */
  readonly made?: Map<string, Promise<unknown>>;
}

/** What a task sees: its inputs, and the scopes around them; `missing` is set if one has no value. */
interface Seen {
  readonly values: Readonly<Record<string, Json>>;
  readonly environment: Environment;
  readonly missing: Missing | undefined;
}

/** Makes an attempt, uses it, and gives its slot back. */
export async function withAttempt<T>(options: AttemptOptions, use: (attempt: Attempt) => Promise<T>): Promise<T> {
  const { task, frame, before, given } = options;
  const inputs = await inputsOf(task, before, frame.run);
  const values = inputs.ok ? { ...inputs.value, ...given } : given;
  const missing = inputs.ok ? undefined : inputs.error;
  const seen = { values, environment: inputScope(task, values, before), missing };
  return makeAttempt(options, at(options.base, 'attempt', options.number), seen, use);
}

/** Types whose work is on what their inputs read, which is whole; what others do with it is bounded as a template is. */
const worksOnInputs: ReadonlySet<PlannedTask['type']> = new Set(['script', 'map', 'reduce']);

/** The inputs of a task, evaluated. */
export function inputsOf(task: Pick<PlannedTask, 'type' | 'inputs'>, before: Environment, run: RunContext) {
  return evaluateWhole(task.inputs, before, worksOnInputs.has(task.type), run);
}

/** The scope of inputs. One that is a view says so, for what the task holds. */
function inputScope(
  task: Pick<PlannedTask, 'type' | 'inputs'>,
  values: Readonly<Record<string, Json>>,
  before: Environment,
): Environment {
  const scope = scopeOf('inputs', values, before);
  if (worksOnInputs.has(task.type)) return scope;
  return Object.entries(task.inputs).reduce(
    (inner, [name, input]) => asView(inner, name, wholeOfInput(input, before)),
    scope,
  );
}

async function makeAttempt<T>(
  options: AttemptOptions,
  path: JournalPath,
  seen: Seen,
  use: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { task, frame, before, base, number, cursors, absent, onBegin, made = new Map() } = options;
  const { run, signal, meter } = frame;
  const place = path.slice(at(base, 'attempt', number).length);
  const { values, environment, missing } = seen;
  let holding = false;
  let leftMs = task.limits.timeoutMs;

  // What is asked before a task's own effect, such as a match, begins it too.
  const take = async () => {
    if (holding) return;
    await run.slots.take(rankOf(task), signal);
    holding = true;
  };
  const give = () => {
    if (holding) run.slots.give();
    holding = false;
  };
  const found = <V>(value: V): V => {
    if (missing !== undefined) throw missingInput(missing);
    return value;
  };

  const attempt: Attempt = {
    run,
    frame,
    number,
    path,
    root: at(base, 'attempt', number),
    before,
    signal,
    patience: patienceOf(task),
    meter,
    absent,
    get environment() {
      return found(environment);
    },
    get cursor() {
      return cursors.get(place);
    },
    set cursor(cursor) {
      if (cursor === undefined) cursors.delete(place);
      else cursors.set(place, cursor);
    },
    pathIn: (other) => `${at(base, 'attempt', other)}${place}`,
    inputs: () => found(values),
    names: async (expressions) => expressionNames(await withWholes(environment, expressionWords(expressions), run)),
    started: onBegin,
    async begin() {
      await take();
      onBegin();
    },
    async aside(wait) {
      give();
      const value = await wait();
      await take();
      return value;
    },
    async timed(perform) {
      const start = run.deps.clock.now();
      const value = await withTimeout(run.deps.clock, leftMs, signal, perform);
      const durationMs = elapsed(run.deps.clock, start);
      // What took longer than it may was stopped: such a time tells of a clock that was set forward.
      if (leftMs > durationMs) leftMs -= durationMs;
      return { value, durationMs };
    },
    part: (inner, wish = {}) => {
      onBegin();
      return runPart(inner, path, found(environment), options, wish);
    },
    within: (kind: PathKind, name, inside, other = {}) =>
      makeAttempt({ ...options, made, frame: { ...frame, ...other } }, at(path, kind, name), seen, inside),
    once: <T>(name: string, make: () => Promise<T>) => {
      const known = made.get(name) ?? make();
      made.set(name, known);
      return known as Promise<T>;
    },
    warn: (message) => warn(run, path, message),
  };

  try {
    return await use(attempt);
  } finally {
    give();
  }
}

async function runPart(
  part: PlannedTask,
  path: JournalPath,
  environment: Environment,
  { task, frame, base, number, kept }: AttemptOptions,
  wish: PartOptions,
): Promise<TaskEnd> {
  const { run } = frame;
  const holder = wish.at === undefined ? path : at(path, ...wish.at);
  const own = at(holder, 'task', part.id);
  const place = own.slice(at(base, 'attempt', number).length);
  const known = wish.anew
    ? undefined
    : (kept.get(place) ?? (await completedBefore(own, base, number, place, frame, part)));
  if (known !== undefined) {
    kept.set(place, known);
    return known;
  }
  const inner: Frame = {
    run,
    path: holder,
    environment: wish.environment ?? environment,
    told: wish.told ?? [],
    context: wish.context ?? noContext,
    previous: wish.previous ?? noPrevious,
    signal: wish.signal ?? frame.signal,
    meter: wish.meter ?? frame.meter,
    depth: wish.depth ?? frame.depth,
  };
  const end = await run.runTask(part, inner, wish.skip);
  // Only for a further attempt: of ten thousand steps nothing else would need them all.
  const mayRetry = task.retry.maxRetries > 0;
  if (mayRetry && end.status === 'completed' && end.failure === undefined) kept.set(place, end);
  return end;
}

/** What the part came to in an attempt that an earlier process made, if it completed there. */
async function completedBefore(
  own: JournalPath,
  base: JournalPath,
  number: number,
  place: string,
  { run }: Frame,
  part: PlannedTask,
): Promise<Completed | undefined> {
  if (number === 1 || run.history.ended.size === 0) return undefined;
  for (let earlier = number - 1; earlier >= 1; earlier--) {
    const path = `${at(base, 'attempt', earlier)}${place}`;
    const event = path === own ? undefined : run.history.ended.get(path);
    if (event?.kind !== 'task.completed' || event.error !== undefined) continue;
    const end = await endOf(event, part, run);
    if (end.status === 'completed') return end;
  }
  return undefined;
}

const noContext: Frame['context'] = async () => [];
const noPrevious: Frame['previous'] = () => undefined;
