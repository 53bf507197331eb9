import { type Calls, callsOfEvent } from './calls-of-event';
import type { EventOf, RunEvent } from './events';
import { stepsOf } from './journal-path';
import { PipelineDraft } from './pipeline-figures';
import type { RunState, RunTotals } from './run-state';

/** The figures of a run: sums over its events, which need no list of the events. */
type RunFigures = Pick<RunState, 'totals' | 'takenOver' | 'byModel' | 'iterations' | 'pipelines'>;

/** No calls. */
export const noTotals: RunTotals = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 };

/** Before the first event. */
export const noFigures: RunFigures = {
  totals: noTotals,
  takenOver: noTotals,
  byModel: new Map(),
  iterations: { count: 0, failed: 0, durationMs: 0 },
  pipelines: new Map(),
};

/** The figures of a run's head. */
type HeadFigures = Pick<RunFigures, 'totals' | 'takenOver' | 'iterations' | 'byModel'>;

/** The figures of a run's head after more events: sums over the whole run and by model, not by task. */
export function sumsAfter(before: HeadFigures, events: readonly RunEvent[]): HeadFigures {
  const figures = new FiguresDraft({ ...noFigures, ...before });
  for (const event of events) figures.apply(event);
  return figures.close();
}

/** {@link RunFigures}, open for writing while a batch of events is folded. */
export class FiguresDraft {
  #totals: RunTotals;
  #takenOver: RunTotals;
  #byModel: RunState['byModel'];
  /** Sums of this batch that are not in `#byModel` yet. */
  readonly #models = new Map<string, RunTotals>();
  #iterations: RunState['iterations'];
  readonly #pipelines: PipelineDraft;

  constructor({ totals, takenOver, byModel, iterations, pipelines }: RunFigures) {
    this.#totals = totals;
    this.#takenOver = takenOver;
    this.#byModel = byModel;
    this.#iterations = iterations;
    this.#pipelines = new PipelineDraft(pipelines);
  }

  apply(event: RunEvent): void {
    if (event.kind === 'iteration.logged') this.#iterations = addIteration(this.#iterations, event);
    this.#pipelines.apply(event);
    const calls = callsOfEvent(event);
    if (calls === undefined) return;
    if (calls.isTaken) {
      this.#takenOver = addCalls(this.#takenOver, calls);
      return;
    }
    this.#totals = addCalls(this.#totals, calls);
    const { model } = event;
    if (model === undefined) return;
    const before = this.#models.get(model) ?? this.#byModel.get(model) ?? noFigures.totals;
    this.#models.set(model, addCalls(before, calls));
  }

  close(): RunFigures {
    return {
      totals: this.#totals,
      takenOver: this.#takenOver,
      byModel: this.#models.size === 0 ? this.#byModel : new Map([...this.#byModel, ...this.#models]),
      iterations: this.#iterations,
      pipelines: this.#pipelines.close(),
    };
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
  return stepsOf(path)
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
