import { defined, omitEmpty } from '@/base/defined';
import { err, ok, type Result } from '@/base/result';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { Plan, PlannedReuse } from '@/plan/plan';
import { reuseSchema } from '@/workflow/reuse';
import type { RunFlags } from './run-wishes';

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Which answers of earlier runs a command wishes for; undefined: it says nothing. Refused with a message. */
export function readReuse(
  flags: Pick<RunFlags, 'reuse' | 'anew' | 'max-age' | 'offline'>,
): Result<PlannedReuse | undefined, string> {
  const { reuse, anew = [], offline, 'max-age': age } = flags;
  // Offline, there is nothing to ask, so every answer is welcome.
  const mode = reuseSchema.safeParse(reuse ?? (offline ? 'all' : undefined));
  if (reuse !== undefined && !mode.success) return err(`--reuse ${reuse}: all, continued or never is expected.`);
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(age ?? '') ?? [];
  if (age !== undefined && unit === '') return err(`--max-age ${age}: 30d, 12h or 90m is expected.`);
  const wish = defined({
    mode: mode.data,
    anew: omitEmpty(anew),
    maxAgeMs: age === undefined ? undefined : Number(count) * (unitsMs[unit] ?? 0),
    isOffline: offline || undefined,
  });
  return ok(Object.keys(wish).length === 0 ? undefined : wish);
}

/** The tasks that are to be asked anew and that a plan does not have; undefined: it has all. */
export function findUnknownAnew(plan: Plan): string | undefined {
  const paths = new Set([...walkPlannedTasks(plan)].map(([path]) => path));
  return plan.reuse?.anew?.find((path) => !paths.has(path));
}

/** Whether a run of a plan may take answers of runs that it does not continue. */
export function takesAllAnswers(plan: Plan): boolean {
  if (plan.isDry) return false;
  if (plan.reuse?.mode !== undefined) return plan.reuse.mode === 'all';
  return [...walkPlannedTasks(plan)].some(([, task]) => 'reuse' in task && task.reuse === 'all');
}
