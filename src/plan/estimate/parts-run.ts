import type { TaskType } from '@/workflow/tasks';
import { hasOwnSlots, type TypeWithSlots } from '@/workflow/tasks/traits';
import type { PlannedMap, PlannedOf, PlannedPipeline, PlannedReduce, PlannedTask, PlannedVoting } from '../plan';
import type { Range } from './estimate';
import { createExactRange, multiplyRanges, nothing, once } from './range';

/** Most items or steps that are assumed if their number is not known before the run. */
const assumedItems = 10;

/** A part of a task, and how often it runs per run of the task. */
interface PartRun {
  readonly task: PlannedTask;
  readonly runs: Range;
}

/** The parts in the own fields of a task. */
interface PartsRun {
  readonly parts: readonly PartRun[];
  /** Whether they are the tasks of a graph, where one may prevent another from running. */
  readonly isGraph?: boolean;
  /** Whether exactly one of them runs: the cheapest and the most expensive are the ends of the range. */
  readonly isChoice?: boolean;
  /** What had to be assumed, for a person. */
  readonly assumed?: string;
}

/** All parts of a task; `of`: whether it is in the task's own fields, an input, or what chooses among tries. */
export interface TaskParts extends Omit<PartsRun, 'parts'> {
  readonly parts: readonly (PartRun & { readonly of: 'own' | 'inputs' | 'best_of' })[];
}

type Count<K extends TaskType> = (task: PlannedOf<K>) => PartsRun;
const maybe: Range = { low: 0, high: 1 };

/** By task type, how often the parts in its own fields run. */
const counts: { readonly [K in TypeWithSlots]: Count<K> } = {
  sequential: ({ steps }) => ({ parts: steps.map((task) => ({ task, runs: once })) }),
  group: ({ tasks, completionMode }) => ({
    isGraph: true,
    parts: tasks.map((task) => ({ task, runs: completionMode === 'any' ? maybe : once })),
  }),
  map: (task) => {
    const { runs, ...assumed } = estimateItemCount(task);
    return { parts: [{ task: task.innerTask, runs }], ...assumed };
  },
  reduce: (task) => {
    const { runs, ...assumed } = estimateItemCount(task);
    const { innerTask, reductionTask } = task;
    const inner = innerTask === undefined ? [] : [{ task: innerTask, runs }];
    return { parts: [...inner, { task: reductionTask, runs }], ...assumed };
  },
  cond: ({ cases, else: otherwise }) => {
    const tasks = [...cases.map(({ task }) => task), ...(otherwise === undefined ? [] : [otherwise])];
    return { isChoice: true, parts: tasks.map((task) => ({ task, runs: maybe })) };
  },
  director_evaluator: ({ mode, director, script, evaluator, maxIterations }) => {
    const rounds: Range = { low: 1, high: maxIterations };
    const judged: Range = mode === 'static' ? rounds : { low: 0, high: maxIterations };
    const others = [script, evaluator].filter((task) => task !== undefined);
    return { parts: [{ task: director, runs: rounds }, ...others.map((task) => ({ task, runs: judged }))] };
  },
};

/**
 * The parts of a task, and how often each runs: those in its own fields, its input tasks, the evaluator of `best_of`.
 * None of a pinned task runs. The high end counts the attempts that the task asks for if it fails.
 */
export function listPartsRun(task: PlannedTask): TaskParts {
  if (task.pinned !== undefined) return { parts: [] };
  const { parts, ...own } = hasOwnSlots(task) ? (counts[task.type] as Count<TypeWithSlots>)(task) : { parts: [] };
  const { voting, bestOf } = task;
  const attempts: Range = { low: 1, high: countAttempts(task) };
  const tries = multiplyRanges(estimateSamples(task), attempts);
  const isChosen = bestOf !== undefined && (voting === undefined || task.type === 'pipeline');
  // Where only one try does not fail, nobody is asked.
  const chosen: Range = isChosen && bestOf.n > 1 ? { low: 0, high: attempts.high } : nothing;
  return {
    ...own,
    parts: [
      ...task.inputTasks.map((input) => ({ task: input, runs: attempts, of: 'inputs' as const })),
      ...parts.map((part) => ({ task: part.task, runs: multiplyRanges(part.runs, tries), of: 'own' as const })),
      ...(bestOf === undefined ? [] : [{ task: bestOf.evaluator, runs: chosen, of: 'best_of' as const }]),
    ],
  };
}

/** How many attempts a task may make. */
export function countAttempts({ retry }: PlannedTask): number {
  return retry.onError === 'retry' ? 1 + retry.maxRetries : 1;
}

/** The samples of a vote, or the tries, in one attempt at a task. A pipeline votes on each of its steps instead. */
export function estimateSamples(task: PlannedTask): Range {
  if (task.voting !== undefined && task.type !== 'pipeline') return estimateVotes(task.voting);
  return task.bestOf === undefined ? once : createExactRange(task.bestOf.n);
}

/**
 * The samples of one vote. It takes at least k. It ends once there are more than 2·k·m votes or more than k·m flags,
 * for m retries, after a batch of at most k.
 */
export function estimateVotes({ k, maxRetries }: PlannedVoting): Range {
  return { low: k, high: 3 * k * maxRetries + k };
}

/** How many steps a pipeline takes. */
export function countSteps({ steps }: Pick<PlannedPipeline, 'steps'>): Counted {
  if ('from' in steps) return { runs: { low: 0, high: assumedItems }, assumed: formatAssumption(steps.from, 'steps') };
  return { runs: createExactRange('list' in steps ? steps.list.length : steps.repeat) };
}

/** A number, and what had to be assumed for it, for a person. */
interface Counted {
  readonly runs: Range;
  readonly assumed?: string;
}

/** How many items a map or a reduce goes over. */
export function estimateItemCount({ items, inputs, inputTasks }: PlannedMap | PlannedReduce): Counted {
  if (items === undefined) return { runs: createExactRange(Object.keys(inputs).length + inputTasks.length) };
  if ('list' in items) return { runs: createExactRange(items.list.length) };
  return { runs: { low: 0, high: assumedItems }, assumed: formatAssumption(items.from, 'items') };
}

function formatAssumption(from: string, what: string): string {
  return `up to ${assumedItems} ${what} of “${from}”`;
}
