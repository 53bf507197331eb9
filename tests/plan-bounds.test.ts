import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDice } from '@/base/dice';
import { hashText } from '@/base/hash';
import { samples } from '@/base/samples.testing';
import type { ModelRequest } from '@/engine/ports/model-client';
import { providerError, type Scripted } from '@/engine/testing/scripted-models.testing';
import { createWorld, type World } from '@/engine/testing/world.testing';
import type { PlanEstimate, Range } from '@/plan/estimate/estimate';
import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { catalogueOf } from '@/plan/model-facts.testing';
import type { Plan } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import { countAroundTokens, countMessageTokens } from '@/plan/request-tokens';
import { answerAsAsked } from '@/providers/simulated/answer-as-asked';
import { countSimulatedTokens } from '@/providers/simulated/simulated-tokens';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunTotals } from '@/run/run-state';
import { noteFiles, randomWorkflow } from './random-runs/random-workflow.testing';

const runs = { numRuns: samples('PLAN_BOUNDS', 10, 250) };
const price = { inputPerMillion: 1, outputPerMillion: 2 };
/** What a model is asked for at most, so that answers come near the bound. */
const longestReply = 40;
const roll = (text: string) => Number.parseInt(hashText(text).slice(0, 8), 16) / 2 ** 32;

/** Tokens of a request, as the simulated model reports them. */
function tokensOf({ messages, outputSchema, tools = [] }: ModelRequest): number {
  const said = messages.reduce((sum, message) => sum + countMessageTokens(message, countSimulatedTokens), 0);
  return said + countAroundTokens({ tools, outputSchema }, countSimulatedTokens);
}

/**
 * A model that answers as the simulated one does, but of any length up to the longest reply, that calls the tools it is
 * given, is wrong now and then, and whose provider is overloaded now and then.
 */
function answerOf(seed: number, faults: number) {
  return (request: ModelRequest): Scripted => {
    const { idempotencyKey: key, outputSchema, tools = [], messages, maxOutputTokens } = request;
    const chance = (what: string, share: number) => roll(`${seed} ${what} ${key}`) < share;
    // An error in the middle of a conversation has it asked again from its start, which no plan counts.
    if (chance('overloaded', faults / 2) && /attempt\/1\/(\w+\/\d+\/)?turn\/1$/.test(key))
      return providerError('overloaded');
    if (chance('refused', faults / 4)) return providerError('auth');
    const inputTokens = tokensOf(request);
    const reply = (content: string, more: Partial<Exclude<Scripted, string | Error>> = {}): Scripted => ({
      content,
      inputTokens,
      outputTokens: countSimulatedTokens(content),
      latencyMs: Math.ceil(roll(`${seed} late ${key}`) * 100),
      ...more,
    });
    const most = Math.min(maxOutputTokens, longestReply) * 4;
    const fill = (room: number) => `say "it"\n`.repeat(most).slice(0, Math.floor(roll(`${seed} ${key}`) * (room + 1)));
    if (outputSchema !== undefined) {
      const { reply: json } = answerAsAsked(request, createDice(key));
      const verdict = /"success"/.test(json)
        ? JSON.stringify({ success: chance('good', 0.4), feedback: fill(most - 60) }).slice(0, most)
        : json;
      return reply(chance('broken', faults) ? '{}' : verdict);
    }
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    const [tool] = tools;
    if (tool !== undefined && chance(`call ${turn}`, tool.name === 'request_evaluation' ? 0.6 : 0.5)) {
      const args = JSON.stringify(tool.name === 'request_evaluation' ? { type: 'x', criteria: 'good' } : {});
      const content = fill(most - args.length);
      return reply(content, {
        finishReason: 'tool_calls',
        toolCalls: [{ id: `c${turn}`, name: tool.name, arguments: args }],
        outputTokens: countSimulatedTokens(content + args),
      });
    }
    if (chance('bad', faults)) return reply('bad');
    return reply(`a${fill(most - 1)}`);
  };
}

function worldOf(seed: number, faults: number, windowTokens?: number): World {
  return createWorld({
    answer: answerOf(seed, faults),
    script: ({ content }) =>
      roll(`${seed} fail ${content}`) < faults
        ? { exitCode: 3 }
        : { stdout: content.repeat(Math.ceil(9 * roll(content))) },
    person: ({ kind, text, ...question }) => {
      if (kind === 'budget' && 'limit' in question) return String(Number(question.limit) * 10 + 100_000);
      return JSON.stringify(kind === 'approval' ? { approve: true } : { word: `said ${hashText(text)}` });
    },
    files: noteFiles,
    facts: () => ({ price, ...(windowTokens === undefined ? {} : { window: windowTokens }) }),
  });
}

const four = { count: (text: string) => ({ tokens: countSimulatedTokens(text), exact: true }) };

function estimateOf(plan: Plan, windowTokens?: number): PlanEstimate {
  const window = windowTokens === undefined ? {} : { window: windowTokens };
  return estimatePlan(
    plan,
    four,
    catalogueOf(() => ({ price, ...window })),
  );
}

const none = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
type Figures = typeof none;
const added = (one: Figures, { calls, inputTokens, outputTokens, costUsd }: RunTotals): Figures => ({
  calls: one.calls + calls,
  inputTokens: one.inputTokens + inputTokens,
  outputTokens: one.outputTokens + outputTokens,
  costUsd: one.costUsd + costUsd,
});

/** What is wrong with an estimate, after a run: in words, by task path. */
function faultsOf(estimate: PlanEstimate, { log }: World, isClean: boolean): string[] {
  const { byTask, totals } = reduceRun(emptyRun, log.events);
  const faults: string[] = [];
  const check = (what: string, { low, high }: Range, measured: number) => {
    if (measured > high + 1e-9) faults.push(`${what}: ${measured} measured, at most ${high} planned`);
    if (isClean && measured < low - 1e-9) faults.push(`${what}: ${measured} measured, at least ${low} planned`);
  };
  for (const task of Object.values(estimate.tasks)) {
    const own = [...byTask].filter(([path]) => path === task.id || path.startsWith(`${task.id}/`));
    const measured = own.reduce((sum, [, figures]) => added(sum, figures), none);
    check(`${task.id} calls`, task.calls, measured.calls);
    check(`${task.id} tokens in`, task.inputTokens, measured.inputTokens);
    check(`${task.id} tokens out`, task.outputTokens, measured.outputTokens);
    check(`${task.id} cost`, task.costUsd ?? { low: 0, high: 0 }, measured.costUsd);
  }
  check('calls', estimate.calls, totals.calls);
  check('tokens', estimate.tokens, totals.inputTokens + totals.outputTokens);
  check('cost', estimate.costUsd, totals.costUsd);
  return faults;
}

/**
 * Whether nothing failed, was retried or was left out because of a failure: the low end is of such runs. Of a try that
 * fails, the log has only the question, without a reply.
 */
function isClean({ log, emitted }: World, status: string): boolean {
  const faults: ReadonlySet<string> = new Set(['task.failed', 'task.retrying', 'resource.exhausted']);
  const isFault = (event: object & { kind: string }) => 'error' in event || faults.has(event.kind);
  const pathsOf = (kind: string) => log.events.flatMap((event) => (event.kind === kind ? [event.path] : []));
  const replied = new Set(pathsOf('model.replied'));
  const isAnswered = pathsOf('model.requested').every((path) => replied.has(path));
  return status === 'completed' && isAnswered && ![...log.events, ...emitted].some(isFault);
}

async function faultsAfter(plan: Plan, seed: number, faults: number, windowTokens?: number): Promise<string[]> {
  const world = worldOf(seed, faults, windowTokens);
  const status = await world.run(plan);
  return faultsOf(estimateOf(plan, windowTokens), world, isClean(world, status));
}

const workflow = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 4 }),
  depth: fc.integer({ min: 0, max: 2 }),
  /** A plain one now and then. */
  isRich: fc.constantFrom(true, true, true, false),
});
const world = fc.record({
  order: fc.integer(),
  faults: fc.constantFrom(0, 0, 0.1),
  windowTokens: fc.constantFrom(undefined, undefined, 1000),
});

describe('the figures of a plan', () => {
  it('hold what a run of a random workflow takes, for each task and in all', async () => {
    await fc.assert(
      fc.asyncProperty(workflow, world, async ({ seed, size, depth, isRich }, { order, faults, windowTokens }) => {
        const { tasks, settings } = randomWorkflow(seed, size, depth, isRich);
        const limits = { maxStdoutBytes: 2000, ...(settings['limits'] ?? {}), maxOutputTokens: longestReply };
        const plan = planOf(tasks, { ...settings, limits });
        expect(await faultsAfter(plan, order, faults, isRich ? windowTokens : undefined)).toEqual([]);
      }),
      runs,
    );
  });
});

/** By task path, the tokens sent as planned, and as measured in a run whose replies are all as long as they may be. */
async function sentIn(tasks: Readonly<Record<string, object>>, library: object = {}) {
  const limits = { maxOutputTokens: longestReply, maxTurns: 1 };
  const plan = planOf(tasks, { library, limits });
  const word = 'word'.repeat(longestReply);
  const verdict = JSON.stringify({ success: false, feedback: 'word'.repeat(longestReply - 10) });
  const world = createWorld({
    answer: (request) => ({
      content: request.outputSchema === undefined ? word : verdict,
      inputTokens: tokensOf(request),
      outputTokens: longestReply,
    }),
  });
  await world.run(plan);
  const { tasks: planned } = estimateOf(plan);
  const { byTask } = reduceRun(emptyRun, world.log.events);
  return (path: string) => ({ planned: planned[path]?.inputTokens, measured: byTask.get(path)?.inputTokens });
}

describe('the high end counts', () => {
  const task = (description: string) => ({ type: 'atomic', description, injectContext: false });
  /** Tokens of a call besides its texts: three for its message, three for the start of the reply. */
  const form = 6;

  it('what an evaluator is handed, and what its director is told of it', async () => {
    const rounds = { mode: 'static', maxIterations: 2, director: task('Do'), evaluator: task('Judge') };
    const sent = await sentIn({ d: { type: 'director_evaluator', ...rounds } });
    // Of both rounds: tags and prompt (72 characters); as JSON, in which each may become twice as long, a draft and a
    // verdict of 40 tokens, a success and the names; two more for the ends of what is filled in.
    const ofDirector = 18 + form + (2 * 40 + 4) * 2 + 12 + 2;
    // Tags, prompt and the schema in words, with the schema itself; the draft.
    const ofEvaluator = 112 + 40 + 2;
    expect(sent('d/director')).toEqual({ planned: { low: 7, high: 2 * ofDirector }, measured: 114 });
    expect(sent('d/evaluator')).toEqual({ planned: { low: 111, high: 2 * ofEvaluator }, measured: 304 });
  });

  it('the arguments of a call', async () => {
    const call = { type: 'call', ref: 'f', args: { p: '{{a}}' }, dependsOn: ['a'] };
    const definition = { parameters: [{ name: 'p', type: 'string' }], task: task('Of {{p}}') };
    const sent = await sentIn({ a: task('Do'), b: call }, { f: definition });
    // The reply to `a` is filled in twice: into the argument, and with it into the prompt.
    expect(sent('b/call:f/task').planned).toEqual({ low: form, high: 1 + form + 40 + 2 + 2 });
    expect(sent('b/call:f/task').measured).toBe(41 + form);
  });

  it('the accumulator of a reduce', async () => {
    const reduce = { type: 'reduce', items: ['one', 'two'], initialValue: '', reductionTask: task('Join') };
    const sent = await sentIn({ r: reduce });
    // Of both items: tags and prompt (90 characters), the reply before, the item. The first accumulator is empty.
    const ofItem = 23 + form + (40 + 2) + (1 + 2);
    const measured = Math.ceil(93 / 4) + form + Math.ceil((90 + 160 + 3) / 4) + form;
    expect(sent('r/reduction_task')).toEqual({ planned: { low: 2 * (23 - 2 + form), high: 2 * ofItem }, measured });
  });
});
