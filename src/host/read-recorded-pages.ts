import { isJsonObject, type Json } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { type Recording, readRecording } from '@/engine/log/recording';
import { eventVersion, type RunEvent, runEventSchema } from '@/run/events';
import { createOlderRunError } from '@/storage/plan-schema';
import { readLines } from '@/storage/transfer/read-lines';
import { findLineKind, payloadLine } from '@/storage/transfer/run-file';

/**
 * Reads the events of an earlier run from the pages of a file of this name, in the form of `--json`, of an exported run
 * or of the recording of a test. Each call of the result gives a recording of its own. Refused, with a message, if a
 * line does not belong to a run. Errors: those of the pages, and `VALIDATION_ERROR` for a run of before 0.2.0.
 */
export async function readRecordedPages(
  file: string,
  pages: AsyncIterable<Uint8Array>,
): Promise<Result<() => Promise<Recording>, string>> {
  const events: RunEvent[] = [];
  const payloads = new Map<string, string>();
  for await (const { number, text } of readLines(pages)) {
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
  return ok(() => readRecording(events, async (ref) => payloads.get(ref)));
}

function parseLine(line: string): Json | undefined {
  try {
    return decodeJson(line) as Json;
  } catch {
    return undefined;
  }
}
