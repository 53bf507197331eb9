import { err, ok, type Result } from '@/base/result';
import { openRecording, type Recording, type RecordingSource, readRecording } from '@/engine/log/recording';
import { decodeText } from '@/formats/decode-text';
import { type RunEvent, runEventSchema } from '@/run/events';
import type { ForkedFrom } from '@/run/run-state';
import type { RunJournal } from '@/storage/run-journal';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import type { RunWishes } from './run-wishes';

/** Most bytes of a recording that are read. */
const maxBytes = 100 * 2 ** 20;

/**
 * Reads the events of an earlier run, as `--json` prints them. What stands whole in them is taken instead of asking a model or running a
 * script, where that would be asked the same. Refused, with what to say, if a line is no event.
 */
async function readRecordingFile(io: Io, file: string): Promise<Result<Recording, string>> {
  let bytes: Uint8Array;
  try {
    bytes = await io.read(file, maxBytes + 1);
  } catch (error) {
    return err(`${file}: ${explainFsError(error)}`);
  }
  if (bytes.length > maxBytes) return err(`${file}: a recording has at most ${maxBytes / 2 ** 20} MB.`);
  const text = decodeText(bytes);
  if (!text.ok) return err(`${file}: ${text.error.message}`);
  const events: RunEvent[] = [];
  for (const [index, line] of text.value.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (isMetrics(value)) continue;
    const event = runEventSchema.safeParse(value);
    if (!event.success) return err(`${file}:${index + 1}: this line is no event of a run.`);
    events.push(event.data);
  }
  return ok(await readRecording(events, async () => undefined));
}

/** A recording, if there is one. */
export interface WithRecording {
  readonly recording?: Recording;
}

/** The recording that is wished for, if one is: a file, or an earlier run of the journal up to an event of it, if it is still there. */
export async function recordingOf(
  io: Io,
  { executions, events, blobs }: Pick<RunJournal, 'executions' | 'events' | 'blobs'>,
  { recording: file }: Pick<RunWishes, 'recording'>,
  origin: ForkedFrom | undefined,
): Promise<Result<WithRecording, string>> {
  if (file !== undefined) {
    const read = await readRecordingFile(io, file);
    return read.ok ? ok({ recording: read.value }) : read;
  }
  if (origin === undefined) return ok({});
  const { executionId, seq } = origin;
  if ((await executions.get(executionId)) === undefined) return ok({});
  const source: RecordingSource = {
    find: (query) => events.find(executionId, query),
    blob: (ref) => blobs.get(executionId, ref),
  };
  return ok({ recording: await openRecording(source, seq) });
}

/** Whether a line is the last one of `--json --metrics`. */
function isMetrics(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'metrics' in value && Object.keys(value).length === 1;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
