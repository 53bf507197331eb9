import { defaultLimits } from '@/plan/limits';
import type { Plan } from '@/plan/plan';
import { type EventOf, eventVersion, type RunEvent } from '@/run/events';
import type { Execution } from '@/run/runner';
import { buildShortId } from '@/run/short-id';
import type { WorkflowSave } from '@/workflow/repository';

const time = '2026-11-01T10:00:00.000Z';

/** A plan without tasks. */
export const emptyPlan: Plan = {
  planVersion: 6,
  hash: 'plan-hash',
  name: 'Nothing to do',
  variables: {},
  maxConcurrency: 4,
  budget: { maxTotalTokens: 0, maxTotalCostUsd: 0 },
  limits: defaultLimits,
  keepsHistory: false,
  pruneHooks: [],
  checkpoint: { enabled: true, every: null },
  retention: { keepDays: 30, keepLast: 100 },
  library: {},
  memoryIndex: {},
  settings: {},
  providers: [],
  tasks: [],
};

/** A run that has just been created. */
export function execution(id: string, changes: Partial<Execution> = {}): Execution {
  return {
    id,
    workflowId: 'w1',
    name: 'Review',
    plan: emptyPlan,
    status: 'running',
    startedAt: time,
    lastSeq: 0,
    iterations: 0,
    iterationMs: 0,
    totals: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 },
    ...changes,
  };
}

/** Events `first` to `last` of a run, each with its own number in its message. */
export function events(first: number, last: number): RunEvent[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    ...envelope(first + index, 'task/a'),
    kind: 'resource.warning',
    data: { message: `event ${first + index}` },
  }));
}

/** The event of one iteration: round `ordinal` of a loop `b`, which printed its number. */
export function iteration(seq: number, ordinal: number, exitCode = 0): EventOf<'iteration.logged'> {
  return {
    ...envelope(seq, `task/b/attempt/1/iter/${ordinal}`),
    kind: 'iteration.logged',
    result: `Output ${ordinal}`,
    full_result_len: `Output ${ordinal}`.length,
    data: { n: ordinal, ordinal, of: 'loop', command: `make ${ordinal}`, exitCode, usage: null, durationMs: 5 },
  };
}

/** The event that ends a run successfully. */
export function completed(seq: number): RunEvent {
  return { ...envelope(seq, ''), kind: 'run.completed', data: { durationMs: 5 } };
}

function envelope(seq: number, path: string): Pick<RunEvent, 'v' | 'seq' | 't' | 'path' | 'id'> {
  return { v: eventVersion, seq, t: time, path, id: buildShortId(path) };
}

/** The first save of a new workflow. */
export function save(id: string, changes: Partial<WorkflowSave> = {}): WorkflowSave {
  return {
    id,
    name: `Workflow ${id}`,
    taskCount: 2,
    text: 'name: x\n',
    history: { past: [], future: [] },
    basedOn: 0,
    ...changes,
  };
}
