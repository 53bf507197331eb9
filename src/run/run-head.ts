import type { Plan } from '@/plan/plan';
import type { RunEvent } from './events';
import { isUnfinished } from './is-unfinished';
import { emptyRun, reduceRun } from './reduce-run';
import { sumsAfter } from './run-figures';
import type { RunState } from './run-state';
import type { Execution } from './runner';

/** What a list of runs needs to know of one: kept with the run, so that no list reads a log. */
export type RunHead = Pick<
  Execution,
  'status' | 'endedAt' | 'lastSeq' | 'totals' | 'iterations' | 'iterationMs' | 'forkedFrom' | 'artifact'
>;

/** The head of a run before its first event, of a plan without an artifact. */
const emptyHead: RunHead = { status: 'running', lastSeq: 0, totals: emptyRun.totals, iterations: 0, iterationMs: 0 };

/** The head of a run that has only been created. Its artifact is a draft until the last task that has one completes. */
export function headOf({ tasks }: Plan): RunHead {
  const path = tasks.findLast((task) => task.output !== undefined)?.output;
  return path === undefined ? emptyHead : { ...emptyHead, artifact: { path, status: 'draft' } };
}

/**
 * The head after a batch of events. Folded by `reduceRun` itself, over a state without tasks and calls and of those
 * events only that are of the run as a whole, as every append does this. Events that it has already change nothing.
 */
export function advanceHead(head: RunHead, events: readonly RunEvent[]): RunHead {
  const fresh = events.filter((event) => event.seq > head.lastSeq);
  const last = fresh.at(-1);
  if (last === undefined) return head;
  const ofRun = fresh.filter(({ kind }) => kind.startsWith('run.'));
  const state = reduceRun({ ...emptyRun, seq: head.lastSeq, status: head.status }, ofRun);
  const { totals, iterations } = sumsAfter({ totals: head.totals, iterations: emptyRun.iterations }, fresh);
  const forkedFrom = head.forkedFrom ?? state.forkedFrom;
  const artifact = artifactAfter(head.artifact, fresh, state);
  return {
    status: state.status,
    lastSeq: last.seq,
    totals,
    iterations: head.iterations + iterations.count,
    iterationMs: head.iterationMs + iterations.durationMs,
    ...(forkedFrom === undefined ? {} : { forkedFrom }),
    ...(state.endedAt === undefined ? {} : { endedAt: state.endedAt }),
    ...(artifact === undefined ? {} : { artifact }),
  };
}

/** Of an artifact, by that of its task: a director that asks for an evaluation continues writing. */
const statuses = { COMPLETE: 'complete', CONTINUATION: 'draft', FAILED: 'failed' } as const;

/** The artifact's status: that of its task once it completed, and failed where the run ended before, however it did. */
function artifactAfter(
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
