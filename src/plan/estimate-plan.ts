import { assemblePrompt } from './assemble-prompt';
import { contextBlock } from './context-block';
import type { PlanEstimate, Range, TaskEstimate } from './estimate';
import { type Foreseen, foresee, foreseenScope, ownerOf } from './foreseen';
import { longestPath, wavesOf } from './longest-path';
import type { Prompt } from './message';
import type { Plan, PlannedAtomic, PlannedTask } from './plan';
import type { Price, PriceList, TokenCounter } from './ports';
import { taskEnvironment } from './task-environment';

const nothing: Range = { low: 0, high: 0 };

/**
 * What a run of the plan will take, nothing sent. What is not known yet stands in the prompts as `‹output of NAME›` and
 * counts between nothing and the `max_output_tokens` of the task it comes from; likewise every reply. The low end of a
 * sum takes each task that may be skipped as skipped. Retries and repair turns are not counted.
 */
export function estimatePlan(plan: Plan, tokens: TokenCounter, prices: PriceList): PlanEstimate {
  const foreseen = foresee(plan);
  const certain = certainTasks(plan);
  const estimates: Record<string, TaskEstimate> = {};
  const unpriced = new Set<string>();
  for (const task of plan.tasks) {
    if (task.type !== 'atomic') {
      estimates[task.id] = free(task);
      continue;
    }
    const { provider, model } = task.model;
    const price = prices.priceOf(task.model);
    if (price === undefined && !task.disabled) unpriced.add(`${provider}:${model}`);
    estimates[task.id] = estimateCall(task, plan, foreseen, tokens, price, certain[task.index] === true);
  }
  const all = Object.values(estimates);
  return {
    waves: wavesOf(plan),
    tasks: estimates,
    calls: sum(all.map((task) => task.calls)),
    tokens: sum(all.flatMap((task) => [task.inputTokens, task.outputTokens])),
    costUsd: sum(all.map((task) => task.costUsd ?? nothing)),
    unpriced: [...unpriced],
    pricesAsOf: prices.asOf,
    longestPath: longestPath(plan),
  };
}

/** For each task whether it runs for sure unless something fails: no condition, and one dependency that runs for sure. */
function certainTasks(plan: Plan): readonly boolean[] {
  const certain: boolean[] = [];
  const decide = ({ index, needs, condition, disabled }: PlannedTask) => {
    const fed = needs.length === 0 || needs.some((need) => certain[need]);
    certain[index] = fed && condition === undefined && !disabled;
  };
  for (const task of [...plan.tasks].sort((a, b) => a.wave - b.wave)) decide(task);
  return certain;
}

function estimateCall(
  task: PlannedAtomic,
  plan: Plan,
  foreseen: Foreseen,
  tokens: TokenCounter,
  price: Price | undefined,
  certain: boolean,
): TaskEstimate {
  const prompt = foreseenPrompt(task, plan, foreseen);
  if (prompt === undefined || task.disabled) {
    return { ...free(task), model: task.model, ...(prompt === undefined ? {} : { prompt }) };
  }

  const text = prompt.messages.map((message) => message.content).join('\n');
  const known = tokens.count(text, task.model);
  const input = { low: certain ? known.tokens : 0, high: known.tokens + unknownTokens(prompt, plan, foreseen) };
  const output = { low: 0, high: task.limits.maxOutputTokens };
  return {
    id: task.id,
    model: task.model,
    calls: { low: certain ? 1 : 0, high: 1 },
    inputTokens: input,
    outputTokens: output,
    costUsd: price === undefined ? null : costOf(input, output, price),
    exact: known.exact,
    prompt,
  };
}

/** The prompt with placeholders; undefined where a name is nowhere, of which the checks tell. */
function foreseenPrompt(task: PlannedAtomic, plan: Plan, foreseen: Foreseen): Prompt | undefined {
  const environment = taskEnvironment(task, foreseenScope(task, foreseen));
  const needs = task.needs.map((index) => plan.tasks[index]?.id ?? '');
  const prompt = environment.ok
    ? assemblePrompt(task, environment.value, {
        context: task.injectContext ? contextBlock(needs, environment.value, task.limits.maxContextBytes) : [],
        told: [],
      })
    : environment;
  if (!prompt.ok) return undefined;
  const owners = (from: readonly string[]) => from.map((name) => ownerOf(name, foreseen) ?? name);
  const parts = prompt.value.parts.map((part) => ({ ...part, from: [...new Set(owners(part.from))] }));
  return { ...prompt.value, parts };
}

/** Most tokens that outputs not known yet can bring, one output for each part of the prompt that it stands in. */
function unknownTokens(prompt: Prompt, plan: Plan, { positions }: Foreseen): number {
  const sources = prompt.parts.flatMap((part) => part.from);
  return sources.reduce((total, id) => total + (plan.tasks[positions.get(id) ?? -1]?.limits.maxOutputTokens ?? 0), 0);
}

function costOf(input: Range, output: Range, price: Price): Range {
  const at = (end: 'low' | 'high') => (input[end] * price.inputPerMillion + output[end] * price.outputPerMillion) / 1e6;
  return { low: at('low'), high: at('high') };
}

function free(task: PlannedTask): TaskEstimate {
  return { id: task.id, calls: nothing, inputTokens: nothing, outputTokens: nothing, costUsd: nothing, exact: true };
}

function sum(ranges: readonly Range[]): Range {
  return ranges.reduce((total, { low, high }) => ({ low: total.low + low, high: total.high + high }), nothing);
}
