import { AppError } from '@/base/errors';
import { isJsonObject, type Json } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { type Recording, readRecording } from '@/engine/log/recording';
import { readForkRecording } from '@/host/recording-of-fork';
import { eventVersion, type RunEvent, runEventSchema } from '@/run/events';
import type { Execution } from '@/run/runner';
import { createOlderRunError } from '@/storage/plan-schema';
import type { RunJournal } from '@/storage/run-journal';
import { readLines } from '@/storage/transfer/read-lines';
import { findLineKind, payloadLine } from '@/storage/transfer/run-file';
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
  const events: RunEvent[] = [];
  const payloads = new Map<string, string>();
  try {
    for await (const { number, text } of readLines(limitPages(maxBytes, io.stream(file)))) {
      const line = parseLine(text);
      const kind = isJsonObject(line) ? findLineKind(line) : undefined;
      if (kind === 'head' || kind === 'metrics' || kind === 'end') continue;
      const payload = kind === 'payload' ? payloadLine.safeParse(line).data : undefined;
      if (payload !== undefined) {
        // A payload that is not text cannot be reused as a result.
        if ('utf8' in payload) payloads.set(payload.payload, `${payloads.get(payload.payload) ?? ''}${payload.utf8}`);
        continue;
      }
      const event = runEventSchema.safeParse(line);
      if (!event.success) return err(`${file}:${number}: this line is not an event of a run.`);
      if (event.data.v < eventVersion) throw createOlderRunError();
      events.push(event.data);
    }
  } catch (error) {
    return err(`${file}: ${error instanceof AppError ? error.message : explainFsError(error)}`);
  }
  return ok(() => readRecording(events, async (ref) => payloads.get(ref)));
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

function parseLine(line: string): Json | undefined {
  try {
    return decodeJson(line) as Json;
  } catch {
    return undefined;
  }
}
