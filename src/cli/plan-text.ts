import { formatTokens } from '@/base/figures';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { formatModels } from '@/plan/estimate/models-text';
import { formatPriceDays } from '@/plan/estimate/price-days';
import { countText, formatCostRange, formatTokenRange, formatTotals } from '@/plan/estimate/range-text';
import { listTightTasks, type TightTask } from '@/plan/estimate/tight-tasks';
import type { Plan } from '@/plan/plan';
import { listPlannedSecrets } from '@/plan/secrets/secret-uses';
import { formatTable } from './table';

const headings = ['WAVE', 'TASK', 'TYPE', 'MODEL', 'CALLS', 'TOKENS IN', 'TOKENS OUT', 'COST'] as const;

/**
 * A plan and its figures for a person: a row for each task, ordered by wave, then the sums. `~`: tokens are estimated.
 * `expected`: what a run is expected to take, in words.
 */
export function planText(plan: Plan, estimate: PlanEstimate, expected?: string): string {
  const { waves, unpriced, unpricedUnderBudget, longestPath, uncounted } = estimate;
  const totals = formatTotals(estimate);
  const without = unpriced.length === 0 ? '' : ` without ${unpriced.join(', ')}, whose price is not known`;
  const sums = [
    ['Waves', `${waves.length}, at most ${plan.maxConcurrency} tasks at once`],
    ['Calls', totals.calls],
    ['Tokens', totals.tokens],
    ['Cost', `${totals.costUsd}${without} (prices of ${formatPriceDays(estimate)})`],
    ...(expected === undefined ? [] : [['Expected', expected]]),
    ...unpricedUnderBudget.map((model) => [
      'Budget',
      `${model} cannot be held to it: give --unknown-price-usd to a run`,
    ]),
    ...listPlannedSecrets(plan).map(({ secret, target, taskPath }) => [
      'Secret',
      `${secret} to ${target}, by ${taskPath}`,
    ]),
    ['Longest path', longestPath.join(' → ')],
    ...listTightTasks(estimate).map((task) => ['Window', formatOverflow(task)]),
    ...formatContextLines(estimate).map((line) => ['Included', line]),
    ...listAssumptions(estimate).map((assumed) => ['Assumed', assumed]),
    ...uncounted.map((what) => ['Not counted', what]),
  ];
  return `${formatTable([headings, ...listTaskRows(plan, estimate)])}\n${formatTable(sums)}`;
}

function formatOverflow({ id, window: { size, usable, call, from }, certain }: TightTask): string {
  const may = certain ? 'will' : 'may';
  const learned = from === undefined ? '' : `, learned from ${from} (heddle models lists it, --forget undoes it)`;
  return `${id} ${may} overflow: up to ${formatTokens(call.high)} a call, of ${formatTokens(usable)} that it may use of ${formatTokens(size)}${learned}`;
}

/**
 * For each task with earlier outputs in its prompt: which, and why: `report: fetch 1.00 direct, style 0.40 transitive`.
 */
function formatContextLines({ tasks }: PlanEstimate): readonly string[] {
  return Object.values(tasks).flatMap(({ id, context }) => {
    const some = context?.choices.filter(({ verdict }) => verdict !== 'out') ?? [];
    if (some.length === 0) return [];
    const outputs = some.map(({ id: of, relevance, rule, reason }) => {
      return `${of} ${relevance.toFixed(2)} ${reason === 'included' ? 'included' : rule}`;
    });
    return `${id}: ${outputs.join(', ')}`;
  });
}

function listAssumptions({ tasks }: PlanEstimate): readonly string[] {
  return Object.values(tasks).flatMap(({ id, assumed }) => assumed.map((assumption) => `${assumption} in ${id}`));
}

function listTaskRows(plan: Plan, { tasks }: PlanEstimate): string[][] {
  const inOrder = plan.tasks.toSorted((a, b) => a.wave - b.wave);
  return inOrder.map(({ id, type, wave }) => {
    const row = [String(wave + 1), id, type];
    const foreseen = tasks[id];
    if (foreseen === undefined) return row;
    // A task without a model that calls a tool shows it in the place of the model.
    if (foreseen.calls.high === 0) return type === 'tool' ? [...row, ...(foreseen.tools ?? [])] : row;
    const { model, fallbacks, calls, inputTokens, outputTokens, costUsd, estimated } = foreseen;
    const tokens = `${estimated ? '~' : ''}${formatTokenRange(inputTokens)}`;
    return [
      ...row,
      model === undefined ? '' : formatModels(model, fallbacks),
      countText(calls),
      tokens,
      formatTokenRange(outputTokens),
      formatCostRange(costUsd),
    ];
  });
}
