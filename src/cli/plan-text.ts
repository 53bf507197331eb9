import { formatTokens } from '@/base/figures';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { modelsText } from '@/plan/estimate/models-text';
import { formatPriceDays } from '@/plan/estimate/price-days';
import { costText, countText, tokensText } from '@/plan/estimate/range-text';
import { type TightTask, tightTasks } from '@/plan/estimate/tight-tasks';
import type { Plan } from '@/plan/plan';
import { plannedSecrets } from '@/plan/secrets/secret-uses';
import { table } from './table';

const headings = ['WAVE', 'TASK', 'TYPE', 'MODEL', 'CALLS', 'TOKENS IN', 'TOKENS OUT', 'COST'] as const;

/**
 * A plan and its figures for a person: a row for each task, ordered by wave, then the sums. `~`: tokens are estimated.
 * `expected`: what a run is expected to take, in words.
 */
export function planText(plan: Plan, estimate: PlanEstimate, expected?: string): string {
  const { waves, calls, tokens, costUsd, unpriced, unpricedUnderBudget, longestPath, uncounted } = estimate;
  const without = unpriced.length === 0 ? '' : ` without ${unpriced.join(', ')}, whose price is not known`;
  const sums = [
    ['Waves', `${waves.length}, at most ${plan.maxConcurrency} tasks at once`],
    ['Calls', countText(calls)],
    ['Tokens', tokensText(tokens)],
    ['Cost', `${costText(costUsd)}${without} (prices of ${formatPriceDays(estimate)})`],
    ...(expected === undefined ? [] : [['Expected', expected]]),
    ...unpricedUnderBudget.map((model) => [
      'Budget',
      `${model} cannot be held to it: give --unknown-price-usd to a run`,
    ]),
    ...plannedSecrets(plan).map(({ secret, target, taskPath }) => ['Secret', `${secret} to ${target}, by ${taskPath}`]),
    ['Longest path', longestPath.join(' → ')],
    ...tightTasks(estimate).map((task) => ['Window', overflow(task)]),
    ...contextLines(estimate).map((line) => ['Included', line]),
    ...assumptions(estimate).map((assumed) => ['Assumed', assumed]),
    ...uncounted.map((what) => ['Not counted', what]),
  ];
  return `${table([headings, ...taskRows(plan, estimate)])}\n${table(sums)}`;
}

function overflow({ id, window: { size, usable, call, from }, certain }: TightTask): string {
  const may = certain ? 'will' : 'may';
  const learned = from === undefined ? '' : `, learned from ${from} (heddle models lists it, --forget undoes it)`;
  return `${id} ${may} overflow: up to ${formatTokens(call.high)} a call, of ${formatTokens(usable)} that it may use of ${formatTokens(size)}${learned}`;
}

/**
 * For each task with earlier outputs in its prompt: which, and why: `report: fetch 1.00 direct, style 0.40 transitive`.
 */
function contextLines({ tasks }: PlanEstimate): readonly string[] {
  return Object.values(tasks).flatMap(({ id, context }) => {
    const some = context?.choices.filter(({ verdict }) => verdict !== 'out') ?? [];
    if (some.length === 0) return [];
    const outputs = some.map(({ id: of, relevance, rule, reason }) => {
      return `${of} ${relevance.toFixed(2)} ${reason === 'included' ? 'included' : rule}`;
    });
    return `${id}: ${outputs.join(', ')}`;
  });
}

function assumptions({ tasks }: PlanEstimate): readonly string[] {
  return Object.values(tasks).flatMap(({ id, assumed }) => assumed.map((assumption) => `${assumption} in ${id}`));
}

function taskRows(plan: Plan, { tasks }: PlanEstimate): string[][] {
  const inOrder = plan.tasks.toSorted((a, b) => a.wave - b.wave);
  return inOrder.map(({ id, type, wave }) => {
    const row = [String(wave + 1), id, type];
    const foreseen = tasks[id];
    if (foreseen === undefined) return row;
    // A task without a model that calls a tool shows it in the place of the model.
    if (foreseen.calls.high === 0) return type === 'tool' ? [...row, ...(foreseen.tools ?? [])] : row;
    const { model, fallbacks, calls, inputTokens, outputTokens, costUsd, estimated } = foreseen;
    const tokens = `${estimated ? '~' : ''}${tokensText(inputTokens)}`;
    return [
      ...row,
      model === undefined ? '' : modelsText(model, fallbacks),
      countText(calls),
      tokens,
      tokensText(outputTokens),
      costText(costUsd),
    ];
  });
}
