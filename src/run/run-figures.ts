import { defined, omitEmpty } from '@/base/defined';
import { type Calls, countEventCalls } from './calls-of-event';
import type { EventOf, RunEvent } from './events';
import { getNearestTaskPath, parsePathSteps } from './journal-path';
import { PipelineDraft } from './pipeline-figures';
import type { RunState, RunTotals, TaskTotals } from './run-state';

/** The figures of a run: sums over its events, which need no list of the events. */
type RunFigures = Pick<
  RunState,
  'totals' | 'takenOver' | 'byModel' | 'byTask' | 'takenByTask' | 'iterations' | 'pipelines'
>;

/** No calls. */
export const noTotals: RunTotals = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 };

/** Before the first event. */
export const noFigures: RunFigures = {
  totals: noTotals,
  takenOver: noTotals,
  byModel: new Map(),
  byTask: new Map(),
  takenByTask: new Map(),
  iterations: { count: 0, failed: 0, durationMs: 0 },
  pipelines: new Map(),
};

/** The figures of a run's head. */
type HeadFigures = Pick<RunFigures, 'totals' | 'takenOver' | 'iterations' | 'byModel'>;

/** The figures of a run's head after more events: sums over the whole run and by model, not by task. */
export function computeSumsAfter(before: HeadFigures, events: readonly RunEvent[]): HeadFigures {
  const figures = new FiguresDraft({ ...noFigures, ...before });
  for (const event of events) figures.apply(event);
  return figures.close();
}

/** {@link RunFigures}, open for writing while a batch of events is folded. */
export class FiguresDraft {
  #totals: RunTotals;
  #takenOver: RunTotals;
  readonly #byModel: Sums;
  readonly #byTask: Sums;
  readonly #takenByTask: Sums;
  #iterations: RunState['iterations'];
  readonly #pipelines: PipelineDraft;

  constructor({ totals, takenOver, byModel, byTask, takenByTask, iterations, pipelines }: RunFigures) {
    this.#totals = totals;
    this.#takenOver = takenOver;
    this.#byModel = new Sums(byModel);
    this.#byTask = new Sums(byTask);
    this.#takenByTask = new Sums(takenByTask);
    this.#iterations = iterations;
    this.#pipelines = new PipelineDraft(pipelines);
  }

  apply(event: RunEvent): void {
    if (event.kind === 'iteration.logged') this.#iterations = addIteration(this.#iterations, event);
    this.#pipelines.apply(event);
    const calls = countEventCalls(event);
    if (calls === undefined) return;
    if (calls.isTaken) {
      this.#takenOver = addCalls(this.#takenOver, calls);
      this.#takenByTask.add(getNearestTaskPath(event.path), calls, event.model);
      return;
    }
    this.#totals = addCalls(this.#totals, calls);
    const { model, path } = event;
    this.#byTask.add(getNearestTaskPath(path), calls, model);
    if (model !== undefined) this.#byModel.add(model, calls);
  }

  close(): RunFigures {
    return {
      totals: this.#totals,
      takenOver: this.#takenOver,
      byModel: this.#byModel.close(),
      byTask: this.#byTask.close(),
      takenByTask: this.#takenByTask.close(),
      iterations: this.#iterations,
      pipelines: this.#pipelines.close(),
    };
  }
}

/** Sums by a name. What a batch adds is kept apart until the end, so that a batch without calls copies nothing. */
class Sums {
  readonly #before: ReadonlyMap<string, TaskTotals>;
  readonly #added = new Map<string, TaskTotals>();

  constructor(before: ReadonlyMap<string, TaskTotals>) {
    this.#before = before;
  }

  /** `model`: the one that answered, where the sums are not by model themselves. */
  add(name: string, calls: Calls, model?: string): void {
    const { models = [], ...sum }: TaskTotals = this.#added.get(name) ?? this.#before.get(name) ?? noTotals;
    const answered = model === undefined || models.includes(model) ? models : [...models, model];
    this.#added.set(name, { ...addCalls(sum, calls), ...defined({ models: omitEmpty(answered) }) });
  }

  close(): ReadonlyMap<string, TaskTotals> {
    return this.#added.size === 0 ? this.#before : new Map([...this.#before, ...this.#added]);
  }
}

function addIteration(
  { count, failed, durationMs }: RunState['iterations'],
  { path, data }: EventOf<'iteration.logged'>,
): RunState['iterations'] {
  return {
    count: count + 1,
    failed: failed + (data.exitCode === 0 ? 0 : 1),
    durationMs: durationMs + (isWithinRound(path) ? 0 : data.durationMs),
  };
}

/** Whether an iteration is part of a round. Its duration is then included in the round's. */
function isWithinRound(path: RunEvent['path']): boolean {
  return parsePathSteps(path)
    .slice(0, -1)
    .some(({ kind }) => kind === 'iter');
}

function addCalls(totals: RunTotals, { count, usage }: Calls): RunTotals {
  const reasoningTokens = (totals.reasoningTokens ?? 0) + (usage.reasoningTokens ?? 0);
  const cachedTokens = (totals.cachedTokens ?? 0) + usage.cachedTokens;
  const cacheWriteTokens = (totals.cacheWriteTokens ?? 0) + (usage.cacheWriteTokens ?? 0);
  const makerCalls = (totals.makerCalls ?? 0) + (usage.makerCalls ?? 0);
  const { cacheSavedUsd = totals.cacheSavedUsd } = usage;
  return {
    calls: totals.calls + count,
    inputTokens: totals.inputTokens + usage.inputTokens,
    outputTokens: totals.outputTokens + usage.outputTokens,
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    ...(cachedTokens === 0 ? {} : { cachedTokens }),
    ...(cacheWriteTokens === 0 ? {} : { cacheWriteTokens }),
    ...(cacheSavedUsd === undefined ? {} : { cacheSavedUsd: (totals.cacheSavedUsd ?? 0) + (usage.cacheSavedUsd ?? 0) }),
    costUsd: totals.costUsd + (usage.costUsd ?? 0),
    unpricedCalls: totals.unpricedCalls + (usage.costUsd === null ? count : 0),
    ...(makerCalls === 0 ? {} : { makerCalls }),
  };
}
