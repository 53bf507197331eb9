import { defined } from '@/base/defined';
import type { TaskPath } from '@/workflow/task-path';
import type { EventOf, RunEvent } from './events';
import { findParentPath, getNearestTaskPath, type JournalPath, parsePathSteps } from './journal-path';
import type { NotedStep, PipelineFigures } from './run-state';
import { unknownFailure } from './unknown-failure';

/** How many noteworthy steps are kept of a pipeline, the newest ones. */
const keptSteps = 50;

type StepEvent = EventOf<'model.replied' | 'vote.decided'>;

/** Before the first step. */
export const noPipelineFigures: PipelineFigures = {
  steps: 0,
  samples: 0,
  flags: 0,
  disputed: 0,
  failures: 0,
  margins: new Map(),
  noted: [],
};

/**
 * {@link PipelineFigures} by task path, open for writing while a batch is folded. Those of a task are copied at the
 * first write to them.
 */
export class PipelineDraft {
  readonly #before: ReadonlyMap<TaskPath, PipelineFigures>;
  readonly #written = new Map<TaskPath, Draft>();

  constructor(before: ReadonlyMap<TaskPath, PipelineFigures>) {
    this.#before = before;
  }

  /** Counts the event if it completes a step, or tells of a failed try of one. */
  apply(event: RunEvent): void {
    if (event.kind === 'iteration.logged') this.#applyTry(event);
    if (event.kind !== 'model.replied' && event.kind !== 'vote.decided') return;
    const number = parseStepNumber(event.path);
    if (number === undefined) return;
    const figures = this.#figuresOf(getNearestTaskPath(event.path));
    const step = buildNotedStep(event, number);
    figures.steps += 1;
    figures.samples += event.kind === 'vote.decided' ? event.data.samples : 1;
    figures.flags += step.flags;
    const isDisputed = (step.votes?.length ?? 0) > 1;
    if (isDisputed) figures.disputed += 1;
    if (step.margin !== undefined) figures.margins.set(step.margin, (figures.margins.get(step.margin) ?? 0) + 1);
    if (isDisputed || step.flags + step.failures > 0) noteStep(figures, step);
  }

  #applyTry({ path, error = unknownFailure, data: { of, n } }: EventOf<'iteration.logged'>): void {
    const stepPath = of === 'step' ? findParentPath(path) : undefined;
    if (stepPath === undefined) return;
    const number = parseStepNumber(stepPath) ?? 0;
    const figures = this.#figuresOf(getNearestTaskPath(path));
    figures.failures += 1;
    noteStep(figures, { path: stepPath, step: number, flags: 0, failures: n, lastFailure: error, isOpen: true });
  }

  /** The figures after the batch; the original map if the batch completed no step. */
  close(): ReadonlyMap<TaskPath, PipelineFigures> {
    if (this.#written.size === 0) return this.#before;
    const closed = new Map(this.#before);
    for (const [taskPath, figures] of this.#written) {
      closed.set(taskPath, { ...figures, noted: figures.noted.slice(-keptSteps) });
    }
    return closed;
  }

  #figuresOf(taskPath: TaskPath): Draft {
    const written = this.#written.get(taskPath);
    if (written !== undefined) return written;
    const before = this.#before.get(taskPath) ?? noPipelineFigures;
    const draft: Draft = { ...before, margins: new Map(before.margins), noted: [...before.noted] };
    this.#written.set(taskPath, draft);
    return draft;
  }
}

type Draft = { -readonly [K in Exclude<keyof PipelineFigures, 'margins' | 'noted'>]: number } & {
  readonly margins: Map<number, number>;
  noted: NotedStep[];
};

/** Notes a step, instead of what was noted of it while it was tried. */
function noteStep(figures: Draft, step: NotedStep): void {
  const last = figures.noted.at(-1);
  if (last?.isOpen && (step.path === last.path || step.path.startsWith(`${last.path}/`))) figures.noted.pop();
  figures.noted.push(step);
  if (figures.noted.length > 2 * keptSteps) figures.noted = figures.noted.slice(-keptSteps);
}

/**
 * Number (from 0) of the pipeline's step whose vote or single model call has this path; undefined: the path has no
 * step.
 */
function parseStepNumber(path: JournalPath): number | undefined {
  const steps = parsePathSteps(path);
  const step = steps.at(-1)?.kind === 'turn' ? steps.at(-2) : steps.at(-1);
  return step?.kind === 'step' ? Number(step.name) : undefined;
}

function buildNotedStep({ kind, path, data }: StepEvent, step: number): NotedStep {
  const { count = 0, last } = data.failures ?? {};
  const failed = { failures: count, ...defined({ lastFailure: last }) };
  if (kind === 'model.replied') return { path, step, flags: 0, ...failed };
  const { votes, flags } = data;
  const [first = 0, second = 0] = votes;
  return { path, step, margin: first - second, votes, flags, ...failed };
}
