import { editedRecording } from '@/engine/log/edited-recording';
import { heldRecording } from '@/engine/log/held-recording';
import { layered } from '@/engine/log/layered-recording';
import { partialRecording } from '@/engine/log/partial-recording';
import {
  emptyRecording,
  openForFork,
  openRecording,
  pathsBefore,
  type Recording,
  type RecordingSource,
} from '@/engine/log/recording';
import { forecastFork } from '@/plan/forecast/forecast-run';
import { pretenceOf } from '@/plan/simulated-only';
import { type JournalPath, nearestTaskPath } from '@/run/journal-path';
import { writtenTasks } from '@/run/projections/written-tasks';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import { stateAt } from '@/storage/state-at';
import type { RunStores } from '@/storage/stores';
import { earlierRuns } from './earlier-runs';
import { sourcesOf } from './sources-of';
import { refuseLostEdits } from './stored-edits';

type ForkStores = Pick<RunStores, 'executions' | 'events' | 'blobs' | 'checkpoints'>;

/**
 * The recording a run reuses that is a fork, or runs a part of a workflow: that of its source run, up to the fork
 * point, and of the run that this one was forked from. Undefined for another run, or a fork whose source was removed,
 * unless a person wrote something for it. Error `VALIDATION_ERROR`: what was written is not stored any more.
 */
export async function recordingOfFork(
  stores: ForkStores,
  run: Pick<Execution, 'forkedFrom' | 'plan'> & Partial<Pick<Execution, 'id'>>,
): Promise<Recording | undefined> {
  const sources = await sourcesOf(stores, run, pretenceOf(run.plan));
  const recording = await recordingOfSources(stores, run, sources);
  const { id, forkedFrom } = run;
  if (id === undefined || forkedFrom?.edits === undefined) {
    return recording !== undefined && forkedFrom?.holds ? heldRecording(recording) : recording;
  }
  await refuseLostEdits(stores.blobs, id, forkedFrom.edits);
  const whole = layered(
    await Promise.all(sources.map((source) => openRecording(sourceOf(stores, source), source.seq))),
  );
  const unwritten = recording ?? emptyRecording;
  const taken = forkedFrom.holds ? heldRecording(unwritten, await holdUnwritten(stores, forkedFrom)) : unwritten;
  return editedRecording(taken, whole ?? emptyRecording, forkedFrom.edits, (ref) => stores.blobs.get(id, ref));
}

/**
 * What a fork holds of a run in which a person writes something: what was recorded before that, and the tasks that
 * nothing of it reaches. All else is asked anew, unless it would be asked the same.
 */
async function holdUnwritten(
  stores: ForkStores,
  { executionId, seq, edits = [] }: ForkedFrom,
): Promise<(path: JournalPath) => boolean> {
  const states = { stateAt: (id: string, upTo?: number) => stateAt(stores, id, upTo) };
  const runs = await earlierRuns(stores, states, executionId, { seq, plan: 'own', holds: true });
  const foreseen = forecastFork(runs, { written: writtenTasks(edits), holds: true });
  const before = await pathsBefore(sourceOf(stores, { executionId }), edits, seq);
  return (path) => before.has(path) || foreseen?.tasks.get(nearestTaskPath(path))?.forecast === 'kept';
}

async function recordingOfSources(
  stores: Pick<RunStores, 'events' | 'blobs'>,
  run: Pick<Execution, 'forkedFrom' | 'plan'>,
  sources: readonly ForkedFrom[],
): Promise<Recording | undefined> {
  const written = run.forkedFrom?.edits?.map(({ path }) => path);
  const recordings = await Promise.all(
    sources.map((source) => openForFork(sourceOf(stores, source), source.seq, written)),
  );
  const { part } = run.plan;
  if (part === undefined) return layered(recordings);
  return partialRecording(
    recordings.map((recording) => ({ id: recording.executionId ?? '', recording })),
    part,
  );
}

function sourceOf(
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
