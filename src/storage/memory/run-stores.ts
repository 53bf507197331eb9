import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports/event-store';
import { applyAnnotationChange } from '@/run/annotations';
import type { RunEvent } from '@/run/events';
import { isUnfinished } from '@/run/is-unfinished';
import { buildIteration } from '@/run/iteration-log';
import { advanceHead } from '@/run/run-head';
import type { Execution, ExecutionHead } from '@/run/runner';
import { checkSequence } from '../event-chunk';
import { createBlocks, findEvents } from '../find-events';
import { findIterations } from '../find-iterations';
import { createPauses } from '../pauses';
import { estimateSize } from '../rough-size';
import { compareNewestFirst, runIsGone } from '../run-order';
import type { Orphan, RunStores } from '../stores';
import { createMemoryBlobs } from './blobs';
import { createMemoryCallIndex } from './call-index';
import { createMemoryCheckpoints } from './run-checkpoints';

interface StoredRun {
  created: Execution;
  /** The head when it was last requested. */
  execution: Execution;
  readonly events: RunEvent[];
  /** The iterations in this many of its first events count as removed. */
  forgotten: number;
}

/** The head of a run, updated from its log on request, not with every append. */
function computeHead(run: StoredRun): Execution {
  run.execution = { ...run.execution, ...advanceHead(run.execution, run.events.slice(run.execution.lastSeq)) };
  return run.execution;
}

const removePlan = ({ plan, ...head }: Execution): ExecutionHead => ({ ...head, planHash: plan.hash });

/** Runs in memory: heads, events and payloads. `removeOf` removes the runs of a workflow. */
export function createRunStores(): RunStores & { readonly removeOf: (workflowId: string) => void } {
  const runs = new Map<string, StoredRun>();
  const pause = createPauses();
  const { removeOf: removePayloadsOf, sizes: sizesOfPayloads, ...blobs } = createMemoryBlobs();
  const {
    removeOf: removeCheckpointsOf,
    cut: cutCheckpoints,
    sizes: sizesOfCheckpoints,
    ...checkpoints
  } = createMemoryCheckpoints();
  const { removeOf: removeCallsOf, ...calls } = createMemoryCallIndex();
  const getEvents = (id: string) => runs.get(id)?.events ?? [];
  const readRunEvents: EventStore['read'] = async (id, from = 1, limit = Number.POSITIVE_INFINITY) =>
    getEvents(id).slice(from - 1, from - 1 + limit);
  const listIterations = (id: string) =>
    getEvents(id)
      .slice(runs.get(id)?.forgotten)
      .flatMap((event) => (event.kind === 'iteration.logged' ? (buildIteration(id, event) ?? []) : []));
  const listHeads = () => [...runs.values()].map(computeHead);
  const removeRun = (id: string) => {
    runs.delete(id);
    removePayloadsOf(id);
    removeCheckpointsOf(id);
    removeCallsOf(id);
  };
  /** Bytes of payloads and snapshots, by run. */
  const measureParts = () => {
    const sums = new Map<string, number>();
    for (const [id, bytes] of [...sizesOfPayloads(), ...sizesOfCheckpoints()])
      sums.set(id, (sums.get(id) ?? 0) + bytes);
    return sums;
  };
  const orphans = (): readonly Orphan[] =>
    [...measureParts()].flatMap(([executionId, bytes]) => (runs.has(executionId) ? [] : { executionId, bytes }));

  return {
    executions: {
      create: async (execution) => {
        if (runs.has(execution.id)) throw new AppError('INTERNAL', `Run ${execution.id} exists.`);
        const { plan, ...head } = execution;
        // Plans do not change once they are made, and are long.
        const created = { ...structuredClone(head), plan };
        runs.set(execution.id, { created, execution: created, events: [], forgotten: 0 });
      },
      get: async (id) => {
        const run = runs.get(id);
        return run && computeHead(run);
      },
      list: async (workflowId) =>
        listHeads()
          .filter((run) => run.workflowId === workflowId)
          .map(removePlan)
          .sort(compareNewestFirst),
      unfinished: async () =>
        listHeads()
          .filter((run) => isUnfinished(run.status))
          .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)),
      heads: async function* () {
        const heads = listHeads().map(removePlan);
        if (heads.length > 0) yield heads.sort(compareNewestFirst);
      },
      annotate: async (id, change) => {
        const run = runs.get(id);
        if (run === undefined) throw runIsGone();
        for (const which of ['created', 'execution'] as const) {
          const { annotations: before, ...rest } = run[which];
          const annotations = applyAnnotationChange(before, change);
          run[which] = annotations === undefined ? rest : { ...rest, annotations };
        }
      },
      remove: async (id) => removeRun(id),
    },
    events: {
      append: async (executionId, events) => {
        const run = runs.get(executionId);
        if (run === undefined) throw new AppError('INTERNAL', `Run ${executionId} does not exist.`);
        checkSequence(executionId, run.events.length, events);
        // Not copied, because events are immutable.
        run.events.push(...events);
        await pause();
      },
      read: readRunEvents,
      find: async (id, query) => findEvents(createBlocks(getEvents(id)), query),
      cut: async (id, lastSeq) => {
        const run = runs.get(id);
        if (run === undefined) return 0;
        cutCheckpoints(id, lastSeq);
        run.execution = run.created;
        run.forgotten = Math.min(run.forgotten, lastSeq);
        return run.events.splice(lastSeq).length;
      },
    },
    blobs,
    calls,
    checkpoints,
    iterations: {
      find: async (id, query) => findIterations(listIterations(id), query),
      get: async (id) => listIterations(id.replace(/-iter-\d+$/, '')).find((log) => log.id === id),
      remove: async (id) => {
        const count = listIterations(id).length;
        const run = runs.get(id);
        if (run !== undefined) run.forgotten = run.events.length;
        return count;
      },
    },
    upkeep: {
      sizes: async () => {
        const parts = measureParts();
        return new Map([...runs].map(([id, { events }]) => [id, estimateSize(events) + (parts.get(id) ?? 0)]));
      },
      orphans: async () => orphans(),
      removeOrphans: async () => {
        const found = orphans();
        for (const { executionId } of found) removeRun(executionId);
        return found;
      },
    },
    removeOf: (workflowId) => {
      for (const run of listHeads()) if (run.workflowId === workflowId) removeRun(run.id);
    },
  };
}
