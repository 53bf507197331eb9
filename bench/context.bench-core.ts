import { computeUtf8Length } from '@/base/bytes';
import { buildPlan } from '@/plan/build-plan';
import { chooseContext } from '@/plan/context/choose-context';
import { buildContextBlock } from '@/plan/context/context-block';
import { EarlierOutputs } from '@/plan/context/earlier-outputs';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';

/** How often each figure is taken, of which the mean is given. */
const times = 200;

/**
 * How the outputs lie: in waves of ten with one agent; all of one agent with nothing between them; all of them looked
 * at.
 */
export const shapes = {
  'waves of ten tasks, one agent': { width: 10, agent: 'worker', minRelevance: 0.4 },
  'waves of ten tasks, no agent': { width: 10, agent: undefined, minRelevance: 0.4 },
  'one agent, no dependencies': { width: Number.POSITIVE_INFINITY, agent: 'worker', minRelevance: 0.4 },
  'waves of ten tasks, min_relevance 0': { width: 10, agent: undefined, minRelevance: 0 },
} as const;

/**
 * What it takes to choose among the outputs of `n` earlier tasks and to write the block for one more, in ms; beside it
 * only joining the texts that were chosen. The index of the outputs is there, as a run has it.
 */
export function measureContext(
  n: number,
  shape: keyof typeof shapes,
): { readonly block: number; readonly join: number } {
  const plan = planOf(n, shape);
  const texts = new Map(plan.tasks.map(({ id }, index) => [id, `${id} `.repeat(100 + (index % 100))]));
  const outputs = new EarlierOutputs(plan);
  for (const { id, index } of plan.tasks.slice(0, n)) {
    const text = texts.get(id) ?? '';
    const agent = shapes[shape].agent;
    const known = { id, index, endedAt: index, order: index, text, bytes: computeUtf8Length(text), truncated: false };
    outputs.add({ ...known, ...(agent === undefined ? {} : { agent }) });
  }
  const task = plan.tasks[n] as PlannedTask;
  const textOf = (id: string) => texts.get(id) ?? '';
  const choose = () => chooseContext(task, outputs, { now: 1_000_000 });
  const chosen = choose().choices.filter(({ verdict }) => verdict !== 'out');
  return {
    block: mean(() => buildContextBlock(choose(), textOf)[0]?.text.length ?? 0),
    join: mean(() => chosen.map(({ id }) => textOf(id)).join('\n\n').length),
  };
}

function planOf(n: number, shape: keyof typeof shapes): Plan {
  const { width, agent, minRelevance } = shapes[shape];
  const tasks: Record<string, object> = {};
  for (let index = 0; index <= n; index++) {
    const above = index - width;
    const dependsOn = above < 0 ? [] : [`t${above}`, `t${above - (above % width) + ((above + 1) % width)}`];
    tasks[`t${index}`] = { type: 'atomic', description: 'Go', dependsOn, ...(agent === undefined ? {} : { agent }) };
  }
  const document = { defaultModel: 'sim:echo', agents: { worker: {} }, context: { minRelevance }, tasks };
  const plan = buildPlan(document as WorkflowDocument, []);
  if (!plan.ok) throw new Error(plan.error[0]?.message);
  return plan.value;
}

/** ms of one call. What comes of it is used, so that it is not left out. */
function mean(call: () => number): number {
  let length = 0;
  for (let warm = 0; warm < 20; warm++) length += call();
  const start = performance.now();
  for (let time = 0; time < times; time++) length += call();
  if (length < 0) throw new Error('A text cannot be shorter than nothing.');
  return (performance.now() - start) / times;
}
