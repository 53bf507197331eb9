import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import { createGlobalEnvironment } from '@/plan/global-environment';
import type { PlannedOf, PlannedTask } from '@/plan/plan';
import { eventTextLimits } from '@/run/event-data';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { evaluationSchema } from '@/workflow/evaluation-schema';
import { createScope } from '@/workflow/expressions/environment';
import { usualSlot } from '@/workflow/tasks/returned';
import type { Attempt, ContextSource, PartOptions } from '../attempt';
import { type StepContext, stepContext } from '../context/step-context';
import { Meter } from '../effects/meter';
import { type IterationTimer, logIteration, startIterationTimer } from '../iterations/log-iteration';
import { bindArguments } from '../library/bind-arguments';
import { callPart } from '../library/call-part';
import { buildHandedOnResult, expectGoodEnd, type Outcome } from '../outcome';
import type { Completed, Skip, TaskEnd } from '../task-end';
import {
  createEvaluationScope,
  type EvaluationInput,
  type EvaluatorVerdict,
  type LatestEvaluation,
  listJudgedNames,
} from './evaluation';
import type { FoundTemplate } from './find-evaluator';

interface Round {
  /** From 1. */
  readonly n: number;
  readonly path: JournalPath;
  readonly meter: Meter;
  readonly timer: IterationTimer;
  /** The draft of the round, once it is written. */
  draft?: Completed;
}

/** The rounds of a director and its evaluator, one after the other, in any mode. Errors in a round are thrown. */
export class DirectorLoop {
  readonly #task: PlannedOf<'director_evaluator'>;
  readonly #attempt: Attempt;
  /**
   * A context whose history stays empty: the director sees nothing of earlier rounds, whatever accumulates for the
   * others.
   */
  readonly #ofDirector: ContextSource;
  readonly #ofOthers: StepContext;
  readonly #slot: string;
  #round: Round;
  /** The newest draft. */
  #draft: Completed | undefined;

  constructor(task: PlannedOf<'director_evaluator'>, attempt: Attempt) {
    this.#task = task;
    this.#attempt = attempt;
    this.#ofOthers = stepContext(task, attempt);
    this.#ofDirector = stepContext(task, attempt).context;
    this.#slot = task.director.outputSlot === usualSlot ? task.outputSlot : task.director.outputSlot;
    this.#round = this.#start(1);
  }

  /** Number of the round, from 1. */
  get round(): number {
    return this.#round.n;
  }

  /** Journal path of the round. */
  get path(): JournalPath {
    return this.#round.path;
  }

  /** Runs the director. It gets the latest evaluation, and nothing else of earlier rounds. */
  async draft(latest: LatestEvaluation | null): Promise<Completed | Skip> {
    const end = await this.#run(this.#task.director, {
      environment: createScope('given', { [this.#slot]: latest }, this.#attempt.environment),
      givenNames: latest === null ? [] : [[this.#slot]],
      context: this.#ofDirector,
    });
    if (end.status === 'completed') {
      this.#draft = end;
      this.#round.draft = end;
    }
    return end;
  }

  /** Runs a script or an evaluator of the loop. It gets the draft and what is known of it. */
  examine(part: PlannedTask, input: EvaluationInput): Promise<Completed | Skip> {
    const { inputSource } = part;
    const named = inputSource === undefined ? {} : { [inputSource]: input };
    return this.#run(part, {
      environment: createEvaluationScope({ ...input, ...named }, this.#attempt.environment),
      givenNames: listJudgedNames(input, inputSource),
      context: this.#ofOthers.context,
    });
  }

  /** Runs an evaluator from the library. Its parameters are bound by name, `criteria` among them. */
  async judgeBy(
    { name, definition }: FoundTemplate,
    input: EvaluationInput,
    criteria: Json,
  ): Promise<Completed | Skip> {
    const { parameters, task } = definition;
    const takesParameter = (parameter: string) => parameters.some((declared) => declared.name === parameter);
    const given = Object.entries({ ...input, criteria }).filter(
      ([key, value]) => value !== null && takesParameter(key),
    );
    const values = bindArguments(name, parameters, Object.fromEntries(given));
    const outer = createEvaluationScope(input, createGlobalEnvironment(this.#attempt.run.plan));
    const options = {
      ...callPart(name, definition, values, this.#attempt),
      environment: createScope('inputs', values, outer),
      givenNames: [...listJudgedNames(input, undefined), ['criteria']],
      meter: this.#round.meter,
      anew: true,
    };
    const evaluator = task.outputSchema === undefined ? { ...task, outputSchema: evaluationSchema } : task;
    return this.#attempt.within('iter', this.round, async (inner) =>
      this.#taken(evaluator, await inner.part(evaluator, options)),
    );
  }

  /** Logs the round with the verdict of its evaluator, if it has one, and starts the next. */
  async end(notes: JsonObject, verdict?: EvaluatorVerdict, failure?: Failure): Promise<void> {
    const { n, path, meter, timer, draft } = this.#round;
    const { content, capture } = draft === undefined ? { content: '' } : buildHandedOnResult(draft);
    const outcome = { content, notes: {}, ...defined({ capture, failure }) };
    const of = 'director_evaluator';
    const usage = meter.usage;
    const round = { of, path, n, task: this.#task, outcome, within: path, verdict, usage, notes, timer } as const;
    await logIteration(this.#attempt.run, round);
    this.#round = this.#start(n + 1);
  }

  /** The outcome of a loop that fails in this round. It keeps the last draft. */
  async fail({ failure }: Outcome & { readonly failure: Failure }): Promise<Outcome> {
    const content = this.#draft?.record.content ?? '';
    await this.end({}, undefined, failure);
    const notes = this.#draft === undefined ? {} : { partial_results: cutToStart(content, eventTextLimits.result) };
    return { content, notes, failure };
  }

  #start(n: number): Round {
    const path = appendStep(this.#attempt.path, 'iter', n);
    const { run, meter } = this.#attempt;
    return { n, path, meter: new Meter(path, meter), timer: startIterationTimer(run, path) };
  }

  async #run(part: PlannedTask, options: PartOptions): Promise<Completed | Skip> {
    const { n, meter } = this.#round;
    return this.#taken(part, await this.#attempt.part(part, { ...options, at: ['iter', n], meter, anew: true }));
  }

  #taken(part: PlannedTask, ending: TaskEnd): Completed | Skip {
    const end = expectGoodEnd(part, completeFailedScript(part, ending));
    if (end.status === 'completed') this.#ofOthers.history.add(part.id, end.record);
    return end;
  }
}

/**
 * Turns a script that exited with a code other than 0 into a completed part: the evaluator judges it (language page,
 * 5.3).
 */
function completeFailedScript(part: PlannedTask, end: TaskEnd): TaskEnd {
  if (end.status !== 'failed' || part.type !== 'script' || typeof end.record.notes['exit_code'] !== 'number')
    return end;
  return { status: 'completed', record: end.record, returns: {}, seq: 0, endedAt: 0, failure: end.failure };
}
