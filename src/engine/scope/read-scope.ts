import { AppError } from '@/base/errors';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { RunEvent, RunEventKind } from '@/run/events';
import { findTasksAround, type JournalPath, parsePathSteps } from '@/run/journal-path';
import type { Environment } from '@/workflow/expressions/environment';
import { fillVariableScope } from '@/workflow/expressions/variables';
import type { RunWatch } from '../attempt';
import type { EngineDeps } from '../deps';
import type { BlobStore } from '../ports/blob-store';
import type { EventStore } from '../ports/event-store';
import { runPlan } from '../run-plan';

/** A stored run whose names are to be read. It is only read. */
export interface ScopeSource {
  readonly executionId: string;
  readonly plan: Plan;
  readonly events: EventStore;
  readonly blobs: BlobStore;
  readonly checkpoints: EngineDeps['checkpoints'];
  readonly catalogue: EngineDeps['catalogue'];
  readonly tokens: EngineDeps['tokens'];
  readonly clock: EngineDeps['clock'];
}

/** What a task was given in a run. */
export interface SeenScope {
  /** The names around the task: without its own variables and inputs. */
  readonly outer: Environment;
  /** The names that it saw: with its variables, and its inputs as far as they had values. */
  readonly own: Environment;
  readonly givenNames: readonly (readonly string[])[];
  /** The task as it was then; undefined: it is new, so `outer` has the names of its siblings. */
  readonly task: PlannedTask | undefined;
}

/**
 * The names that a task saw in a stored run, by the same code as in the run: the log is cut right before the task
 * began, and evaluated from there until the task is given its names. Nothing is performed, and nothing is stored.
 * `path`: the task's journal path, or a round of its loop. Where the run has no such task, the names at the end of its
 * container. Undefined: the run has neither.
 */
export async function readScope(source: ScopeSource, path: JournalPath): Promise<SeenScope | undefined> {
  const cut = await cutBefore(source, path);
  if (cut !== undefined) return evaluateScope(source, cut, path);
  const container = findContainerPath(path);
  const end = await endOfContainer(source, container);
  return end === undefined ? undefined : evaluateScope(source, end, path, container);
}

/** Where a log is cut. */
interface Cut {
  /** Number of the last event that is read. */
  readonly lastSeq: number;
  /** Whether the task, or the round, that is looked for began right after it. */
  readonly isBegun: boolean;
}

/** Right before a task, or a round of its loop, began or was skipped; undefined: it never did. */
async function cutBefore(source: ScopeSource, path: JournalPath): Promise<Cut | undefined> {
  const round = parsePathSteps(path).at(-1);
  if (round?.kind === 'iter' && Number(round.name) > 1) {
    const before = path.slice(0, path.lastIndexOf('/') + 1) + (Number(round.name) - 1);
    const logged = await findScopeEvents(source, before, ['iteration.logged']);
    return logged && { lastSeq: logged.seq, isBegun: true };
  }
  const base = round?.kind === 'iter' ? path.slice(0, path.lastIndexOf('/iter/')) : path;
  const found = await findScopeEvents(source, base, ['task.started', 'task.skipped']);
  return found && { lastSeq: found.seq - 1, isBegun: found.kind === 'task.started' };
}

/** Right before a container, or the run, ended. */
async function endOfContainer(source: ScopeSource, container: JournalPath): Promise<Cut | undefined> {
  const open = { lastSeq: Number.MAX_SAFE_INTEGER, isBegun: false };
  const kinds: readonly RunEventKind[] =
    container === ''
      ? ['run.completed', 'run.failed', 'run.cancelled']
      : ['task.completed', 'task.failed', 'task.cancelled'];
  const ended = await findScopeEvents(source, container, kinds);
  if (ended !== undefined) return { lastSeq: ended.seq - 1, isBegun: false };
  if (container === '') return open;
  return (await findScopeEvents(source, container, ['task.started'])) === undefined ? undefined : open;
}

async function findScopeEvents(
  { events, executionId }: ScopeSource,
  path: JournalPath,
  kinds: readonly RunEventKind[],
): Promise<RunEvent | undefined> {
  for (let from: number | null = 1; from !== null; ) {
    const page = await events.find(executionId, { filter: { path, kinds }, from, direction: 'forward', limit: 1000 });
    const found = page.events.find((event) => event.path === path);
    if (found !== undefined) return found;
    from = page.next;
  }
  return undefined;
}

/** The path of the task around a task; '' for one of the top. */
const findContainerPath = (path: JournalPath): JournalPath => findTasksAround(path)[1];

async function evaluateScope(
  source: ScopeSource,
  cut: Cut,
  path: JournalPath,
  container?: JournalPath,
): Promise<SeenScope | undefined> {
  const leave = new AbortController();
  const round = parsePathSteps(path).at(-1);
  const taskPath = round?.kind === 'iter' ? path.slice(0, path.lastIndexOf('/iter/')) : path;
  let scope: SeenScope | undefined;
  const sleepOn = (ms: number) => source.clock.sleep(ms, new AbortController().signal);
  const onEffect = async () => {
    await sleepOn(settleMs);
    // A task that began in the run is reached, even if that takes longer.
    if (cut.isBegun && !leave.signal.aborted) await sleepOn(reachMs);
    leave.abort();
  };
  const watch: RunWatch = {
    task: (task, at, frame) => {
      const isSibling = container !== undefined && findContainerPath(at) === container && !leave.signal.aborted;
      if (at !== taskPath && !isSibling) return undefined;
      const { environment, givenNames } = frame;
      const own = at === taskPath ? fillVariableScope(task, environment) : environment;
      scope = { outer: environment, own, givenNames, task: at === taskPath ? task : undefined };
      // What ended elsewhere before it began has a name too, and is still being taken from the log.
      return sleepOn(settleMs);
    },
    attempt: (base, attempt) => {
      const isFirstRound = base === `${path}/iter/1`;
      if (container !== undefined || (base !== path && !isFirstRound)) return;
      const { before, frame } = attempt;
      const task = scope?.task;
      const hasVariables = Object.keys(task?.variables ?? {}).length > 0;
      const outer = (hasVariables ? before.outer : undefined) ?? before;
      scope = { outer, own: buildSeenEnvironment(attempt), givenNames: frame.givenNames, task };
      leave.abort();
    },
  };
  const deps = createStillWorld(source, cut.lastSeq, () => void onEffect());
  await runPlan({
    executionId: source.executionId,
    workflowId: '',
    plan: removeStops(source.plan),
    deps,
    signal: new AbortController().signal,
    leave: leave.signal,
    onEvents: () => {},
    onDelta: () => {},
    watch,
  });
  return scope;
}

/**
 * A plan that saves nothing and waits for nobody, nor for a slot: what asks for an effect here keeps its slot, also if
 * it had to wait in the run.
 */
function removeStops({ stopsAtBreakpoints: _stops, ...plan }: Plan): Plan {
  return { ...plan, checkpoint: { enabled: false, every: null }, maxConcurrency: Number.MAX_SAFE_INTEGER };
}

/** The names of an attempt; without its inputs if one has no value. */
function buildSeenEnvironment(attempt: Parameters<RunWatch['attempt']>[1]): Environment {
  try {
    return attempt.environment;
  } catch {
    return attempt.before;
  }
}

/** A world in which nothing happens: the log ends at an event, and the first effect that is asked for ends the look. */
function createStillWorld(source: ScopeSource, lastSeq: number, onEffect: () => void): EngineDeps {
  const { executionId, events, blobs, checkpoints, catalogue, tokens, clock } = source;
  const made = new Map<string, string>();
  const never = <T>(signal?: AbortSignal): Promise<T> =>
    new Promise((_, reject) => {
      const rejectAsStopped = () => reject(new AppError('CANCELLED', 'Nothing is performed.'));
      signal?.addEventListener('abort', rejectAsStopped);
      if (signal?.aborted) rejectAsStopped();
      onEffect();
    });
  const upTo = (found: readonly RunEvent[]) => found.filter(({ seq }) => seq <= lastSeq);
  return {
    catalogue,
    tokens,
    clock: { now: clock.now, sleep: (_ms, signal) => never(signal) },
    random: () => 0,
    secretOf: () => undefined,
    events: {
      append: async () => {},
      read: async (id, from = 1, limit = Number.MAX_SAFE_INTEGER) =>
        from > lastSeq ? [] : upTo(await events.read(id, from, Math.min(limit, lastSeq - from + 1))),
      find: async (id, query) => {
        const page = await events.find(id, query);
        return { ...page, events: upTo(page.events) };
      },
      cut: async () => 0,
    },
    blobs: {
      ...blobs,
      put: async (_id, text) => {
        const key = `made ${made.size}`;
        made.set(key, text);
        return key;
      },
      get: async (id, hash) => made.get(hash) ?? blobs.get(id, hash),
      stream: (id, hash, from) => blobs.stream(id, hash, from),
      size: async (id, hash) => (made.has(hash) ? 0 : blobs.size(id, hash)),
      open: () => {
        throw new AppError('CANCELLED', 'Nothing is stored.');
      },
      remove: async () => {},
    },
    checkpoints: {
      save: async () => 0,
      load: (_id, part, most = lastSeq) => checkpoints.load(executionId, part, Math.min(most, lastSeq)),
    },
    models: {
      generate: (_request, { signal }) => never(signal),
      keyState: () => 'ready',
      whenReady: (_provider, signal) => never(signal),
    },
    scripts: { run: (_request, _sink, signal) => never(signal) },
    tools: {
      http: (_request, signal) => never(signal),
      mcpTools: (_server, signal) => never(signal),
      mcpCall: (_server, _tool, _args, signal) => never(signal),
      mcpResources: (_server, signal) => never(signal),
      mcpRead: (_server, _uri, signal) => never(signal),
      close: async () => {},
    },
    files: { list: async () => [], read: async () => undefined, write: async () => {}, remove: async () => {} },
    person: { ask: (_id, _question, signal) => never(signal) },
  };
}

/** How long, in ms, to wait for what else is still being taken from the log. */
const settleMs = 50;

/** How long, in ms, an effect waits at most for the task that is looked for. */
const reachMs = 2000;
