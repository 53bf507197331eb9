import type { TaskType } from '@/workflow/tasks';
import type { PlannedItems, PlannedOf, PlannedTask, PlannedTool } from '../plan';
import type { Range } from './estimate';
import { exactly, nothing, once } from './range';

/** Most items or steps that are assumed if their number is not known before the run. */
export const assumedItems = 10;

/** The parts of a task, and how often each runs per run of the task. */
export interface PartsRun {
  readonly parts: readonly { readonly task: PlannedTask; readonly runs: Range }[];
  /** Whether they are the tasks of a graph, where one may prevent another from running. */
  readonly isGraph?: boolean;
  /** Whether exactly one of them runs: the cheapest and the most expensive are the ends of the range. */
  readonly isChoice?: boolean;
  /** What had to be assumed, for a person. */
  readonly assumed?: string;
}

type Count<K extends TaskType> = (task: PlannedOf<K>) => PartsRun;
const none = (): PartsRun => ({ parts: [] });
const maybe: Range = { low: 0, high: 1 };

/** By task type, how often the parts in its own fields run. */
const counts: { readonly [K in TaskType]: Count<K> } = {
  atomic: none,
  script: none,
  pipeline: none,
  call: none,
  associative_memory: none,
  reparse: none,
  tool: none,
  ask: none,
  sequential: ({ steps }) => ({ parts: steps.map((task) => ({ task, runs: once })) }),
  group: ({ tasks, completionMode }) => ({
    isGraph: true,
    parts: tasks.map((task) => ({ task, runs: completionMode === 'any' ? maybe : once })),
  }),
  map: (task) => {
    const { runs, assumed } = itemCount(task);
    return { parts: [{ task: task.innerTask, runs }], ...assumed };
  },
  reduce: (task) => {
    const { runs, assumed } = itemCount(task);
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
 * None of a pinned task runs.
 */
export function partsRun(task: PlannedTask): PartsRun {
  if (task.pinned !== undefined) return none();
  const own = (counts[task.type] as Count<TaskType>)(task);
  const tries = task.bestOf === undefined ? once : exactly(task.bestOf.n);
  const chooser = task.bestOf === undefined ? [] : [{ task: task.bestOf.evaluator, runs: once }];
  return {
    ...own,
    parts: [
      ...task.inputTasks.map((input) => ({ task: input, runs: once })),
      ...own.parts.map((part) => ({
        ...part,
        runs: { low: part.runs.low * tries.low, high: part.runs.high * tries.high },
      })),
      ...chooser,
    ],
  };
}

/** How many model calls a task makes itself per run, without those of its parts. */
export function ownCalls(task: PlannedTask): { readonly calls: Range; readonly assumed?: string } {
  if (task.pinned !== undefined) return { calls: nothing };
  switch (task.type) {
    case 'atomic': {
      const { maxTurns } = task.limits;
      if (!task.tools.some(takesTurns)) return { calls: times(task, once) };
      return { calls: times(task, { low: 1, high: maxTurns }), assumed: `up to ${maxTurns} turns with its tools` };
    }
    case 'pipeline': {
      const { steps } = task;
      if ('from' in steps)
        return { calls: times(task, { low: 0, high: assumedItems }), ...assume(steps.from, 'steps') };
      return { calls: times(task, exactly('list' in steps ? steps.list.length : steps.repeat)) };
    }
    case 'associative_memory':
      return { calls: task.call === undefined ? nothing : once };
    case 'reparse':
      return { calls: once };
    default:
      return { calls: nothing };
  }
}

/** Whether a tool can lead to further turns. A request for an evaluation ends the turn. */
function takesTurns({ tool: { builtin } }: PlannedTool): boolean {
  return builtin !== 'request_evaluation';
}

/** With voting: at least k samples, at most as many as the bounds allow. */
function times({ voting, bestOf }: PlannedTask, calls: Range): Range {
  const most = voting === undefined ? 1 : 3 * voting.k * Math.max(voting.maxRetries, 1);
  const n = bestOf?.n ?? 1;
  return { low: calls.low * (voting?.k ?? 1) * n, high: calls.high * most * n };
}

function itemCount({ items, inputs, inputTasks }: { readonly items?: PlannedItems } & PlannedTask) {
  if (items === undefined) return { runs: exactly(Object.keys(inputs).length + inputTasks.length) };
  if ('list' in items) return { runs: exactly(items.list.length) };
  return { runs: { low: 0, high: assumedItems }, assumed: assume(items.from, 'items') };
}

function assume(from: string, what: string): { readonly assumed: string } {
  return { assumed: `up to ${assumedItems} ${what} of “${from}”` };
}
