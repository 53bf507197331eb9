import { z } from 'zod';
import { AppError } from '@/base/errors';
import { hashValue } from '@/base/hash';
import { tryParseJson } from '@/base/json-text';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import { getTaskPath } from '@/run/journal-path';
import { isJudgedType, parseExpectationType } from '@/workflow/expectation-types';
import { parseExpectedTask } from '@/workflow/expected-task';
import type { Expectation, TestCase } from '@/workflow/test-case-schema';
import { findExpectationProblem } from '@/workflow/validate/check-tests';
import type { CaseWorld } from '../case-world';
import { type CaseNames, createHeldItem, createItemError, decideItem, type EvaluatedItem } from '../evaluated-item';
import { createClosedTools, type RanPart, runCasePart } from '../run-case-part';
import { findEnds, listDone, type RunEvidence } from '../run-evidence';
import { SampleCalls } from '../sample-calls';
import type { TestBudget } from '../test-budget';
import { buildJudgePlan, type JudgeQuestion, nameVote } from './judge-plan';
import { buildJudgePrompt, describeRubric } from './judge-prompt';

/** How often a judge was asked for a repeat of a case. */
export interface JudgeCalls {
  /** Calls that earlier runs answered. */
  readonly kept: number;
  readonly asked: number;
  /** Calls that nothing answers. */
  readonly missing: number;
  /** USD of all of them when they were made; null: a price is not known. */
  readonly costUsd: number | null;
  /** The run that would ask, and its tasks that are answered, to tell what that costs. */
  readonly plan: Plan;
  readonly done: ReadonlySet<string>;
}

/** What the judge of a repeat found. */
export interface JudgedSample {
  readonly items: ReadonlyMap<Expectation, EvaluatedItem>;
  readonly calls: JudgeCalls | undefined;
  /** Runs that answered, or asked. */
  readonly runs: readonly string[];
  readonly isCut: boolean;
}

/** A run to judge. */
interface JudgedRun {
  readonly test: TestCase;
  readonly plan: Plan;
  readonly evidence: RunEvidence;
  readonly names: CaseNames;
  /** The name under which the run of the judge is kept. */
  readonly name: string;
}

interface OpenQuestion extends JudgeQuestion {
  readonly expectation: Expectation;
  /** Of what the judge is asked, and of who that is, with how many votes. */
  readonly key: string;
  readonly judge: string;
  readonly saw: string;
}

/** The expectations of a test that a model is asked about. */
export function listJudged({ expect = [] }: TestCase): readonly Expectation[] {
  return expect.filter((one) => isJudgedType(one.type) && findExpectationProblem(one) === undefined);
}

/** How often the judge of an expectation is asked. */
export function countVotes(test: TestCase, expectation: Expectation): number {
  return expectation.judge?.votes ?? test.judge?.votes ?? 1;
}

/**
 * Judges what only a model can, in a run of its own: its calls are answered by earlier runs like any others, and with a
 * budget what is missing is asked.
 */
export async function judgeSample(run: JudgedRun, world: CaseWorld, budget?: TestBudget): Promise<JudgedSample> {
  const items = new Map<Expectation, EvaluatedItem>();
  const questions: OpenQuestion[] = [];
  for (const one of listJudged(run.test)) {
    const question = openQuestion(one, run);
    if ('state' in question) items.set(one, question);
    else questions.push(question);
  }
  const nothing = { items, calls: undefined, runs: [], isCut: false };
  if (questions.length === 0) return nothing;
  const known = run.plan.providers ?? [];
  const plan = buildJudgePlan(questions, known);
  if (!plan.ok) {
    for (const { expectation } of questions) items.set(expectation, createItemError(plan.error));
    return nothing;
  }
  // Which task is asked anew is a wish about the workflow; how old an answer may be holds for the judge too.
  const { maxAgeMs } = run.plan.reuse ?? {};
  const judging = { ...plan.value, ...(maxAgeMs === undefined ? {} : { reuse: { maxAgeMs } }) };
  const kept = await askJudge(judging, run.name, world, undefined);
  const asked =
    budget === undefined || kept.calls.missing.length === 0 ? kept : await askJudge(judging, run.name, world, budget);
  for (const [index, question] of questions.entries()) items.set(question.expectation, decide(question, index, asked));
  const { ran, calls } = asked;
  return {
    items,
    calls: {
      kept: ran.events.filter(({ kind, taken }) => kind === 'model.replied' && taken !== undefined).length,
      asked: calls.asked,
      missing: calls.missing.length,
      costUsd: ran.evidence.costUsd,
      plan: judging,
      done: listDone(ran.evidence),
    },
    runs: [...ran.answeredBy, ...(asked === kept ? [] : [ran.runId])],
    isCut: calls.isCut,
  };
}

/** The question that an expectation asks; an item: there is nothing to ask. */
function openQuestion(expectation: Expectation, { test, evidence, names }: JudgedRun): OpenQuestion | EvaluatedItem {
  const { task } = expectation;
  const model = expectation.judge?.model ?? test.judge?.model;
  if (model === undefined) return createItemError('No judge is named. Write judge: { model: … } in the test.');
  const votes = countVotes(test, expectation);
  const where = task === undefined ? undefined : parseExpectedTask(task);
  const ends = task !== undefined && where === undefined ? undefined : findEnds(evidence, where);
  if (ends === undefined) return decideItem(false, `“${task}” has not run, so there is no result to look at.`, '');
  const broken = ends.find(({ status }) => status !== 'COMPLETE' && status !== 'CONTINUATION');
  if (broken !== undefined) return decideItem(false, `It ended as ${broken.status}, without a result.`, broken.content);
  const material = { given: names.variables, ends, steps: evidence.steps };
  const judge = hashValue({ model, votes, rubric: describeRubric(expectation) });
  const saw = ends.map(({ content }) => content).join('\n');
  return {
    expectation,
    model,
    prompts: Array.from({ length: votes }, (_, index) => buildJudgePrompt(expectation, material, index + 1)),
    judge,
    key: hashValue({ judge, prompt: buildJudgePrompt(expectation, material, 0) }),
    saw,
  };
}

interface AskedJudge {
  readonly ran: RanPart;
  readonly calls: SampleCalls;
}

async function askJudge(
  plan: Plan,
  name: string,
  world: CaseWorld,
  budget: TestBudget | undefined,
): Promise<AskedJudge> {
  // A vote that nothing answers does not end the others: each is counted.
  const calls = new SampleCalls(world, budget, () => {});
  const refuse = () => new AppError('TASK_FAILURE', 'A judge has no tools.');
  const ran = await runCasePart(
    {
      // A question that two repeats ask is one question.
      ...{ plan, name, repeat: 1, isKept: budget !== undefined, signal: new AbortController().signal },
      ...{ models: calls.models, tools: createClosedTools(refuse), scripts: { run: () => Promise.reject(refuse()) } },
      person: { ask: () => Promise.reject(refuse()) },
    },
    budget === undefined ? { ...world, tokens: world.tokenBounds } : world,
  );
  return { ran, calls };
}

/** An answer of a judge. Whatever else it is, its score is one. */
const judgementForm = z.object({ reason: z.string(), score: z.number().min(0).max(1), pass: z.boolean() });

/** The score that is needed where a test does not say. */
const defaultThreshold = 0.5;

/** The most characters of a judge's reason that are shown. */
const mostReason = 1000;

function decide(question: OpenQuestion, index: number, { ran, calls }: AskedJudge): EvaluatedItem {
  const { expectation, model, prompts, judge, key, saw } = question;
  const votes = prompts.map((_, vote) => readVote(ran, nameVote(index, vote)));
  const failures = votes.flatMap((vote) => (vote.ok ? [] : [vote]));
  const held = failures.find((vote) => vote.isHeld);
  if (held !== undefined) return createHeldItem(`The judge was not asked: ${held.why}`, saw);
  const [failure] = failures;
  if (failure !== undefined || ran.failure !== undefined) {
    const why = failure?.why ?? ran.failure ?? '';
    return createItemError(calls.isCut ? why : `The judge ${model} gave no judgement: ${why}`);
  }
  const cast = votes.flatMap((vote) => (vote.ok ? [vote.judgement] : [])).toSorted((a, b) => a.score - b.score);
  const middle = cast[(cast.length - 1) / 2] ?? cast[0];
  if (middle === undefined) return createItemError(`The judge ${model} gave no judgement.`);
  const { threshold = defaultThreshold } = expectation;
  const { isNegated } = parseExpectationType(expectation.type);
  const isReached = middle.score >= threshold - 1e-12;
  const of = cast.length === 1 ? '' : ` (of ${cast.map(({ score }) => formatScore(score)).join(', ')})`;
  const needed = isNegated ? `less than ${formatScore(threshold)} wanted` : `${formatScore(threshold)} needed`;
  const reason = `${formatScore(middle.score)}${of}, ${needed}: ${cutReason(middle.reason)}`;
  return {
    ...decideItem(isReached !== isNegated, reason, saw),
    score: isNegated ? 1 - middle.score : middle.score,
    judgement: { key, judge, model, isPassed: isReached },
  };
}

/** Two digits at most, as few as say it: `0.8`. */
const formatScore = (score: number): string => String(Number(score.toFixed(2)));

const cutReason = (reason: string): string =>
  reason.length <= mostReason ? reason.trim() : `${reason.slice(0, mostReason).trim()}…`;

type Vote =
  | { readonly ok: true; readonly judgement: z.infer<typeof judgementForm> }
  | { readonly ok: false; readonly why: string; readonly isHeld: boolean };

function readVote({ evidence, events }: RanPart, task: string): Vote {
  const end = evidence.tasks.get(task)?.at(-1);
  if (end?.status === 'COMPLETE') {
    const read = judgementForm.safeParse(tryParseJson(end.content));
    if (read.success) return { ok: true, judgement: read.data };
    return { ok: false, why: 'its answer is not { reason, score, pass }.', isHeld: false };
  }
  const failed = events.find(
    (event): event is RunEvent => event.kind === 'task.failed' && getTaskPath(event.path) === task,
  );
  const { message = 'it did not answer.', details } = failed?.error ?? {};
  return { ok: false, why: message, isHeld: details?.['reason'] === 'held' };
}
