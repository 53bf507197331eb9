import { createEditedRecording } from '@/engine/log/edited-recording';
import { createHeldRecording } from '@/engine/log/held-recording';
import { layerRecordings } from '@/engine/log/layered-recording';
import { createPartialRecording } from '@/engine/log/partial-recording';
import { emptyRecording, listPathsBefore, openForFork, openRecording, type Recording } from '@/engine/log/recording';
import type { RecordingSource } from '@/engine/log/recording-source';
import { forecastFork } from '@/plan/forecast/forecast-run';
import { findPretence } from '@/plan/simulated-only';
import { getNearestTaskPath, type JournalPath } from '@/run/journal-path';
import { collectWrittenTasks } from '@/run/projections/written-tasks';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import { readStateAt } from '@/storage/state-at';
import type { RunStores } from '@/storage/stores';
import { createEarlierRuns } from './earlier-runs';
import { listSources } from './sources-of';
import { refuseLostEdits } from './stored-edits';

type ForkStores = Pick<RunStores, 'executions' | 'events' | 'blobs' | 'checkpoints'>;

/**
 * The recording a run reuses that is a fork, or runs a part of a workflow: that of its source run, up to the fork
 * point, and of the run that this one was forked from. Undefined for another run, or a fork whose source was removed,
 * unless a person wrote something for it. Error `VALIDATION_ERROR`: what was written is not stored any more.
 */
export async function readForkRecording(
  stores: ForkStores,
  run: Pick<Execution, 'forkedFrom' | 'plan'> & Partial<Pick<Execution, 'id'>>,
): Promise<Recording | undefined> {
  const { id, forkedFrom } = run;
  if (forkedFrom === undefined && run.plan.part === undefined) return undefined;
  const sources = await listSources(stores, run, findPretence(run.plan));
  const recording = await readSourcesRecording(stores, run, sources);
  if (id === undefined || forkedFrom?.edits === undefined) {
    return recording !== undefined && forkedFrom?.holds ? createHeldRecording(recording) : recording;
  }
  await refuseLostEdits(stores.blobs, id, forkedFrom.edits);
  const whole = layerRecordings(
    await Promise.all(sources.map((source) => openRecording(createRecordingSource(stores, source), source.seq))),
  );
  const unwritten = recording ?? emptyRecording;
  const taken = forkedFrom.holds ? createHeldRecording(unwritten, await holdUnwritten(stores, forkedFrom)) : unwritten;
  return createEditedRecording(taken, whole ?? emptyRecording, forkedFrom.edits, (ref) => stores.blobs.get(id, ref));
}

/**
 * What a fork holds of a run in which a person writes something: what was recorded before that, and the tasks that
 * nothing of it reaches. All else is asked anew, unless it would be asked the same.
 */
async function holdUnwritten(
  stores: ForkStores,
  { executionId, seq, edits = [] }: ForkedFrom,
): Promise<(path: JournalPath) => boolean> {
  const states = { stateAt: (id: string, upTo?: number) => readStateAt(stores, id, upTo) };
  const runs = await createEarlierRuns(stores, states, executionId, { seq, plan: 'own', holds: true });
  const foreseen = forecastFork(runs, { written: collectWrittenTasks(edits), holds: true });
  const before = await listPathsBefore(createRecordingSource(stores, { executionId }), edits, seq);
  return (path) => before.has(path) || foreseen?.tasks.get(getNearestTaskPath(path))?.forecast === 'kept';
}

async function readSourcesRecording(
  stores: Pick<RunStores, 'events' | 'blobs'>,
  run: Pick<Execution, 'forkedFrom' | 'plan'>,
  sources: readonly ForkedFrom[],
): Promise<Recording | undefined> {
  const written = run.forkedFrom?.edits?.map(({ path }) => path);
  const recordings = await Promise.all(
    sources.map((source) => openForFork(createRecordingSource(stores, source), source.seq, written)),
  );
  const { part } = run.plan;
  if (part === undefined) return layerRecordings(recordings);
  return createPartialRecording(
    recordings.map((recording) => ({ id: recording.executionId ?? '', recording })),
    part,
  );
}

function createRecordingSource(
  { events, blobs }: Pick<RunStores, 'events' | 'blobs'>,
  { executionId }: Pick<ForkedFrom, 'executionId'>,
): RecordingSource {
  return {
    executionId,
    find: (query) => events.find(executionId, query),
    blob: (ref) => blobs.get(executionId, ref),
    pages: (ref) => blobs.stream(executionId, ref),
  };
}
