import { AppError } from '@/base/errors';
import { err, ok, type Result } from '@/base/result';
import type { Recording } from '@/engine/log/recording';
import { readRecordedPages } from '@/host/read-recorded-pages';
import { readForkRecording } from '@/host/recording-of-fork';
import type { Execution } from '@/run/runner';
import type { RunJournal } from '@/storage/run-journal';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import type { RunFlags } from './run-wishes';

/** The most bytes of a recording that are read. */
const maxBytes = 100 * 2 ** 20;

/**
 * Reads the events of an earlier run, in the form of `--json` or of an exported run. Results that are complete in the
 * events, or in the payloads of an export, are reused instead of calling a model or running a script with an equal
 * request. Refused, with a message, if a line does not belong to a run.
 */
export async function readRecordingFile(io: Io, file: string): Promise<Result<Recording, string>> {
  const read = await readRecordedRun(io, file);
  return read.ok ? ok(await read.value()) : read;
}

/**
 * Reads the same file once for several runs: each takes a recording of its own, as a recording gives each result only
 * once.
 */
export async function readRecordedRun(io: Io, file: string): Promise<Result<() => Promise<Recording>, string>> {
  try {
    return await readRecordedPages(file, limitPages(maxBytes, io.stream(file)));
  } catch (error) {
    return err(`${file}: ${error instanceof AppError ? error.message : explainFsError(error)}`);
  }
}

async function* limitPages(most: number, pages: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const page of pages) {
    bytes += page.length;
    if (bytes > most) throw new AppError('VALIDATION_ERROR', `A recording has at most ${most / 2 ** 20} MB.`);
    yield page;
  }
}

/** A recording, if there is one. */
export interface WithRecording {
  readonly recording?: Recording;
}

/**
 * The requested recording, if any: a file, or an earlier run of the journal up to one of its events, if that still
 * exists.
 */
export async function openRequestedRecording(
  io: Io,
  journal: Pick<RunJournal, 'executions' | 'events' | 'blobs' | 'checkpoints'>,
  { recording: file }: Pick<RunFlags, 'recording'>,
  fork: Pick<Execution, 'forkedFrom' | 'plan'> & Partial<Pick<Execution, 'id'>>,
): Promise<Result<WithRecording, string>> {
  if (file !== undefined) {
    const read = await readRecordingFile(io, file);
    return read.ok ? ok({ recording: read.value }) : read;
  }
  const recording = await readForkRecording(journal, fork);
  return ok(recording === undefined ? {} : { recording });
}
