import { defined } from '@/base/defined';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from './events';
import { isUnfinished } from './is-unfinished';
import { emptyRun, reduceRun } from './reduce-run';
import { computeSumsAfter, noTotals } from './run-figures';
import type { RunState } from './run-state';
import type { Execution } from './runner';

/** What a list shows of a run: stored with the run, so that lists need not read logs. */
export type RunHead = Pick<
  Execution,
  | 'status'
  | 'endedAt'
  | 'durationMs'
  | 'lastSeq'
  | 'totals'
  | 'takenOver'
  | 'byModel'
  | 'iterations'
  | 'iterationMs'
  | 'forkedFrom'
  | 'isDry'
  | 'targets'
  | 'wholeHash'
  | 'artifact'
>;

/** The head of a run before its first event, if its plan has no artifact. */
const emptyHead: RunHead = { status: 'running', lastSeq: 0, totals: emptyRun.totals, iterations: 0, iterationMs: 0 };

/** The head of a run that was only created. Its artifact is a draft until the last task that has one completes. */
export function createHead({ tasks, part, isDry }: Plan): RunHead {
  const path = tasks.findLast((task) => task.output !== undefined)?.output;
  return {
    ...emptyHead,
    ...defined({
      isDry: isDry || undefined,
      targets: part?.targets,
      wholeHash: part?.wholeHash,
      artifact: path === undefined ? undefined : { path, status: 'draft' as const },
    }),
  };
}

/**
 * The head after a batch of events. `reduceRun` folds only the events of the run as a whole, over a state without tasks
 * and calls, because this happens at every append. Events that the head already includes change nothing.
 */
export function advanceHead(head: RunHead, events: readonly RunEvent[]): RunHead {
  const fresh = events.filter((event) => event.seq > head.lastSeq);
  const last = fresh.at(-1);
  if (last === undefined) return head;
  const runEvents = fresh.filter(({ kind }) => kind.startsWith('run.'));
  const state = reduceRun({ ...emptyRun, seq: head.lastSeq, status: head.status }, runEvents);
  const { totals, takenOver, iterations, byModel } = computeSumsAfter(
    {
      totals: head.totals,
      takenOver: head.takenOver ?? noTotals,
      byModel: new Map(Object.entries(head.byModel ?? {})),
      iterations: emptyRun.iterations,
    },
    fresh,
  );
  // The calls of an older head are not known by model.
  const isByModel = head.byModel !== undefined || head.totals.calls === 0;
  const forkedFrom = head.forkedFrom ?? state.forkedFrom;
  const artifact = computeArtifactAfter(head.artifact, fresh, state);
  return {
    status: state.status,
    lastSeq: last.seq,
    totals,
    ...(takenOver.calls === 0 ? {} : { takenOver }),
    ...(isByModel && byModel.size > 0 ? { byModel: Object.fromEntries(byModel) } : {}),
    iterations: head.iterations + iterations.count,
    iterationMs: head.iterationMs + iterations.durationMs,
    ...defined({
      forkedFrom,
      targets: head.targets,
      wholeHash: head.wholeHash,
      endedAt: state.endedAt,
      durationMs: state.durationMs,
      artifact,
    }),
  };
}

/**
 * Status of an artifact by the result status of its task. CONTINUATION means draft: a director that asks for an
 * evaluation continues to write.
 */
const statuses = { COMPLETE: 'complete', CONTINUATION: 'draft', FAILED: 'failed' } as const;

/**
 * The artifact after more events. Its status follows that of its completed task; it is `failed` if the run ended before
 * that, in whatever way.
 */
function computeArtifactAfter(
  before: Execution['artifact'],
  events: readonly RunEvent[],
  state: RunState,
): Execution['artifact'] {
  let artifact = before;
  for (const event of events) {
    if (event.kind !== 'task.completed' || artifact?.path !== event.data.artifact) continue;
    artifact = artifact && { ...artifact, status: statuses[event.data.status] };
  }
  if (artifact?.status === 'draft' && !isUnfinished(state.status)) return { ...artifact, status: 'failed' };
  return artifact;
}
