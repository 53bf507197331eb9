import { containerPath, type TaskPath } from '@/workflow/task-path';
import type { RunState } from '../run-state';

/** What a task took on average in earlier runs, with all that is in it. */
export interface EarlierFigures {
  /** The runs in which it called a model itself; what was taken over from another run is not counted. */
  readonly runs: number;
  readonly tokens: number;
  /** USD; null: no price is known. */
  readonly costUsd: number | null;
  /** Left out: not known. */
  readonly durationMs?: number;
}

interface Sums {
  runs: number;
  tokens: number;
  costUsd: number;
  priced: number;
  ms: number;
  timed: number;
}

/** The average of what each task took in these runs, by task path. Tasks that called no model are left out. */
export function earlierFigures(
  states: readonly Pick<RunState, 'byTask' | 'tasks'>[],
): ReadonlyMap<TaskPath, EarlierFigures> {
  const sums = new Map<TaskPath, Sums>();
  for (const { byTask, tasks } of states) {
    const inRun = new Map<TaskPath, { tokens: number; costUsd: number; isPriced: boolean }>();
    for (const [path, { calls, inputTokens, outputTokens, costUsd, unpricedCalls }] of byTask) {
      if (calls === 0) continue;
      for (let around: TaskPath | undefined = path; around !== undefined; around = containerPath(around)) {
        const before = inRun.get(around) ?? { tokens: 0, costUsd: 0, isPriced: false };
        const tokens = before.tokens + inputTokens + outputTokens;
        const isPriced = before.isPriced || unpricedCalls < calls;
        inRun.set(around, { tokens, costUsd: before.costUsd + costUsd, isPriced });
      }
    }
    for (const [path, { tokens, costUsd, isPriced }] of inRun) {
      const sum = sums.get(path) ?? { runs: 0, tokens: 0, costUsd: 0, priced: 0, ms: 0, timed: 0 };
      const task = tasks.get(path);
      const ms = task?.status === 'ok' ? task.data.durationMs : undefined;
      sums.set(path, {
        runs: sum.runs + 1,
        tokens: sum.tokens + tokens,
        costUsd: sum.costUsd + costUsd,
        priced: sum.priced + (isPriced ? 1 : 0),
        ms: sum.ms + (ms ?? 0),
        timed: sum.timed + (ms === undefined ? 0 : 1),
      });
    }
  }
  return new Map([...sums].map(([path, sum]) => [path, averageOf(sum)]));
}

function averageOf({ runs, tokens, costUsd, priced, ms, timed }: Sums): EarlierFigures {
  return {
    runs,
    tokens: tokens / runs,
    costUsd: priced === 0 ? null : costUsd / priced,
    ...(timed > 0 && { durationMs: ms / timed }),
  };
}
