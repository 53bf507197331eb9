import type { UsedTokens } from '@/plan/forecast/expected-costs';
import { isSimulated } from '@/plan/simulated-only';
import { getTaskPath } from '@/run/journal-path';
import type { RunStores } from '@/storage/stores';
import type { TaskPath } from '@/workflow/task-path';

/** What calls of earlier runs used. */
export interface MeasuredTokens {
  /** Of each task in one run: the middle one of those that are known. */
  readonly tasks: ReadonlyMap<TaskPath, UsedTokens>;
  /** Tokens of an answer of a judge: the median; undefined: none is known. */
  readonly judgement: number | undefined;
}

/** So many runs of a workflow, the newest ones, tell what the next will use, with so many calls of each. */
const mostRuns = 30;
const mostCalls = 500;

/** Reads what the newest runs used, of those whose name is accepted. Names of judges end with `/judge`. */
export async function readMeasuredTokens(
  stores: Pick<RunStores, 'executions' | 'events'>,
  isOwn: (name: string) => boolean,
): Promise<MeasuredTokens> {
  const byTask = new Map<TaskPath, UsedTokens[]>();
  const judgements: UsedTokens[] = [];
  let left = mostRuns;
  for await (const heads of stores.executions.heads()) {
    for (const { id, workflowId, isDry } of heads) {
      if (left === 0) break;
      if (isDry === true || !isOwn(workflowId)) continue;
      left -= 1;
      const used = await readUsedTokens(stores.events, id);
      if (workflowId.endsWith('/judge')) judgements.push(...used.values());
      else for (const [path, tokens] of used) byTask.set(path, [...(byTask.get(path) ?? []), tokens]);
    }
    if (left === 0) break;
  }
  return {
    tasks: new Map([...byTask].flatMap(([path, all]) => pickMiddle(all).map((tokens) => [path, tokens]))),
    judgement: pickMiddle(judgements)[0]?.outputTokens,
  };
}

async function readUsedTokens(events: RunStores['events'], run: string): Promise<ReadonlyMap<TaskPath, UsedTokens>> {
  const used = new Map<TaskPath, UsedTokens>();
  // A log that cannot be read tells nothing.
  const page = await events
    .find(run, { filter: { kinds: ['model.replied'] }, from: 1, direction: 'forward', limit: mostCalls })
    .catch(() => undefined);
  for (const event of page?.events ?? []) {
    if (event.kind !== 'model.replied' || event.data.usage == null) continue;
    if (event.model !== undefined && isSimulated(event.model)) continue;
    const { inputTokens, outputTokens, costUsd } = event.data.usage;
    const path = getTaskPath(event.path);
    const before = used.get(path);
    used.set(path, {
      calls: (before?.calls ?? 0) + 1,
      inputTokens: (before?.inputTokens ?? 0) + inputTokens,
      outputTokens: (before?.outputTokens ?? 0) + outputTokens,
      costUsd: (before?.costUsd ?? 0) + (costUsd ?? 0),
      unpricedCalls: (before?.unpricedCalls ?? 0) + (costUsd === null ? 1 : 0),
      models: [...new Set([...(before?.models ?? []), ...(event.model === undefined ? [] : [event.model])])],
    });
  }
  return used;
}

/** The one with as many tokens of answers as the median has; empty: there is none. */
function pickMiddle(all: readonly UsedTokens[]): readonly UsedTokens[] {
  const sorted = all.toSorted((a, b) => a.outputTokens - b.outputTokens);
  return sorted.slice(Math.floor((sorted.length - 1) / 2)).slice(0, 1);
}

/** What two stores tell; the first counts where both do. */
export function joinMeasured(first: MeasuredTokens, second: MeasuredTokens): MeasuredTokens {
  return { tasks: new Map([...second.tasks, ...first.tasks]), judgement: first.judgement ?? second.judgement };
}
