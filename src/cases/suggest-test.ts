import { isSameJson, type Json, type JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import { isUnfinished } from '@/run/is-unfinished';
import type { Execution, ExecutionHead } from '@/run/runner';
import type { Stores } from '@/storage/stores';
import { Strike } from '@/storage/transfer/strike';
import { collectGivenInputs } from '@/workflow/inputs/set-inputs';
import { type Proposal, proposeExpectations } from './propose-expectations';
import { type RunEvidence, readRunEvidence } from './run-evidence';

/** The most events of a run that becomes a test: its log is read at once. */
const mostEvents = 50_000;

/** So many other runs, with so many events in all, tell what varies. */
const mostEarlier = 20;
const mostEarlierEvents = 20_000;

type ReadStores = Pick<Stores, 'executions' | 'events' | 'blobs'>;

/** What a run suggests as a test. */
export interface SuggestedTest {
  /** Values that its run was given: of declared inputs; else of all variables. */
  readonly given: JsonObject;
  /** The only task that ran. Left out: the whole workflow. */
  readonly target?: string;
  readonly proposals: readonly Proposal[];
  /** The tools whose calls the recording answers, with how often each was called. */
  readonly tools: readonly { readonly name: string; readonly count: number }[];
  /** What its calls of models were, and cost in USD when they were made; null: a price is not known. */
  readonly asked: { readonly calls: number; readonly costUsd: number | null };
}

/**
 * Reads what a run suggests as a test. Refused with a sentence if it cannot be kept as one. `secrets`: texts that must
 * not be in it.
 */
export async function suggestTest(
  stores: ReadStores,
  execution: Execution,
  secrets: readonly string[],
): Promise<Result<SuggestedTest, string>> {
  const problem = explainRefusal(execution);
  if (problem !== undefined) return err(problem);
  const { plan, targets } = execution;
  const evidence = await readEvidence(stores, execution, plan);
  const earlier: RunEvidence[] = [];
  for (const { id, lastSeq } of listEarlier(execution, await stores.executions.list(execution.workflowId))) {
    const run = await stores.executions.get(id);
    if (run !== undefined) earlier.push(await readEvidence(stores, { id, lastSeq }, run.plan));
  }
  const strike = new Strike(secrets);
  const given = plan.inputs === undefined ? plan.variables : collectGivenInputs(plan);
  const proposals = await proposeExpectations({ plan, evidence, inputs: given }, earlier);
  const isClean = ({ expectation }: Proposal) => isSameJson(strike.value(expectation) as Json, expectation as Json);
  const counts = new Map<string, number>();
  for (const { type, name } of evidence.steps) {
    if (type === 'tool') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [target] = targets?.tasks ?? [];
  return ok({
    given: strike.value(given),
    ...(target === undefined ? {} : { target: target.task }),
    proposals: proposals.filter(isClean),
    tools: [...counts].map(([name, count]) => ({ name, count })),
    asked: { calls: evidence.steps.filter(({ type }) => type === 'model').length, costUsd: evidence.costUsd },
  });
}

/** Why no test can be made of a run, in a sentence; undefined: one can. */
export function explainRefusal({
  status,
  plan,
  isDry,
  targets,
  lastSeq,
}: Pick<Execution, 'status' | 'plan' | 'isDry' | 'targets' | 'lastSeq'>): string | undefined {
  if (isUnfinished(status)) return 'The run has not ended, so it cannot be a test yet.';
  if (status === 'cancelled') return 'The run was stopped. Keep one that came to its end.';
  if (isDry === true || plan.isDry === true) return 'It was a dry run: what it gave is made up.';
  const isPart = targets !== undefined && (targets.tasks.length > 1 || targets.tasks[0]?.task.includes('/') === true);
  if (isPart) return 'Only a part of the workflow ran. Keep a run of all of it, or of one task.';
  return lastSeq > mostEvents
    ? `The run has ${lastSeq} events; a test can have ${mostEvents}. Keep a shorter one.`
    : undefined;
}

/** Whole runs that completed, the newest first. */
function listEarlier({ id }: Execution, heads: readonly ExecutionHead[]): readonly ExecutionHead[] {
  const others = heads.filter(
    (one) => one.id !== id && one.status === 'completed' && one.isDry !== true && one.targets === undefined,
  );
  let left = mostEarlierEvents;
  return others.slice(0, mostEarlier).filter(({ lastSeq }) => {
    left -= lastSeq;
    return left >= 0;
  });
}

async function readEvidence(
  { events, blobs }: ReadStores,
  { id, lastSeq }: Pick<Execution, 'id' | 'lastSeq'>,
  plan: Execution['plan'],
): Promise<RunEvidence> {
  return readRunEvidence(plan, await events.read(id, 1, lastSeq), (ref) => blobs.get(id, ref));
}
