import { AppError } from '@/base/errors';
import { err, ok, type Result } from '@/base/result';
import { createEarlierRuns } from '@/host/earlier-runs';
import { buildPartialPlan } from '@/plan/partial/partial-plan';
import type { RunTarget, RunTargets, TargetKind } from '@/plan/partial/run-targets';
import type { Plan } from '@/plan/plan';
import { findPretence } from '@/plan/simulated-only';
import { getTaskPath } from '@/run/journal-path';
import type { RunJournal } from '@/storage/run-journal';
import { readStateAt } from '@/storage/state-at';
import { formatSentence } from '../sentence';
import type { RunFlags } from './run-wishes';

/** The option of each way to run a part of a workflow. */
const options = { only: 'only', until: 'until', from: 'from-task' } as const satisfies Record<TargetKind, string>;

/** A chosen task as it is written: `write`, `loop/write`, or `loop/write@3` for its third round or item. */
interface WrittenTarget {
  readonly task: string;
  /** From 1. */
  readonly nth?: number;
}

/** The part of a workflow to run, as the options say it. */
export interface WrittenTargets {
  readonly kind: TargetKind;
  readonly tasks: readonly WrittenTarget[];
}

/** Reads `--only`, `--until` and `--from-task`; undefined: the whole workflow runs. Refused with a message. */
export function readTargets(
  wishes: Pick<RunFlags, 'only' | 'until' | 'from-task' | 'at' | 'recording'>,
): Result<WrittenTargets | undefined, string> {
  const given = Object.entries(options).filter(([, option]) => wishes[option] !== undefined);
  const [first, second] = given as [TargetKind, keyof typeof wishes][];
  if (first === undefined) return ok(undefined);
  const [kind, option] = first;
  if (second !== undefined) return err(`Give --${option} or --${second[1]}, not both.`);
  if (wishes.recording !== undefined) return err(`--${option} takes from a run of the journal, not from a recording.`);
  if (wishes.at !== undefined) return err(`--${option} takes from a whole run: leave out --at.`);
  const tasks: WrittenTarget[] = [];
  for (const text of wishes[options[kind]] ?? []) {
    const [, task = '', nth] = /^(.+?)(?:@(\d+))?$/.exec(text) ?? [];
    if (task === '' || nth === '0')
      return err(`--${option} ${text}: the id of a task is expected, such as review or loop/write@3.`);
    tasks.push({ task, ...(nth === undefined ? {} : { nth: Number(nth) }) });
  }
  return ok({ kind, tasks });
}

/**
 * A plan that runs only the chosen part of another one, with what an earlier run (`from`) gives it. Refused with a
 * message: see `buildPartialPlan`.
 */
export async function planPart(
  journal: RunJournal,
  plan: Plan,
  { kind, tasks }: WrittenTargets,
  from: string | undefined,
): Promise<Result<Plan, string>> {
  const states = { stateAt: (id: string, seq?: number) => readStateAt(journal, id, seq) };
  try {
    const chosen = await Promise.all(tasks.map((target) => findChosen(journal, target, from)));
    const targets: RunTargets = { kind, tasks: chosen };
    const taking = { pretence: findPretence(plan) };
    return ok(
      buildPartialPlan(plan, targets, from === undefined ? [] : await createEarlierRuns(journal, states, from, taking)),
    );
  } catch (error) {
    if (error instanceof AppError) return err(formatSentence(error));
    throw error;
  }
}

/** The round or item that is meant. Error `VALIDATION_ERROR`: the earlier run has no such one. */
async function findChosen(
  { events }: Pick<RunJournal, 'events'>,
  { task, nth }: WrittenTarget,
  from: string | undefined,
): Promise<RunTarget> {
  if (nth === undefined) return { task };
  let count = 0;
  for (let next: number | null = from === undefined ? null : 1; from !== undefined && next !== null; ) {
    const page = await events.find(from, {
      filter: { kinds: ['task.started'], taskPath: task },
      from: next,
      direction: 'forward',
      limit: 1000,
    });
    const own = page.events.filter(({ path }) => getTaskPath(path) === task);
    const found = own[nth - 1 - count];
    if (found !== undefined) return { task, instance: found.path };
    count += own.length;
    next = page.next;
  }
  const times = count === 1 ? 'once' : `${count} times`;
  throw new AppError('VALIDATION_ERROR', `${task}@${nth}: ${from ?? 'no earlier run'} ran ${task} ${times}.`);
}
