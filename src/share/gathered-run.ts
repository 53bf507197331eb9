import { decodeBase64, encodeBase64 } from '@/base/base64';
import { cutBefore, joinBytes } from '@/base/bytes';
import { AppError } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { createContentHash } from '@/storage/blobs/content-hash';
import { readLines } from '@/storage/transfer/read-lines';
import { findLineKind, partBytes, runFileVersion } from '@/storage/transfer/run-file';

/** A payload of a run: a text, or bytes that are none. */
export type SharedPayload = { readonly text: string } | { readonly bytes: Uint8Array };

/** A run's file, taken apart. It is not checked: who opens the file that is made of it reads it as any other. */
export interface GatheredRun {
  readonly head: JsonObject;
  readonly events: readonly JsonObject[];
  readonly payloads: ReadonlyMap<string, SharedPayload>;
}

/** Takes the file of a run apart. Error `VALIDATION_ERROR`: it is none. */
export async function gatherRun(pages: AsyncIterable<Uint8Array>): Promise<GatheredRun> {
  let head: JsonObject | undefined;
  const events: JsonObject[] = [];
  const payloads = new Map<string, SharedPayload>();
  let parts: Uint8Array[] = [];
  for await (const { text } of readLines(pages)) {
    const line = decodeJson(text) as JsonObject;
    const kind = findLineKind(line);
    if (kind === 'head') head = line;
    else if (kind === 'event') events.push(line);
    else if (kind === 'payload') {
      const { payload, last, utf8, base64 } = line;
      parts.push(typeof utf8 === 'string' ? new TextEncoder().encode(utf8) : (decodeBase64(String(base64)) ?? noBytes));
      if (last !== true) continue;
      payloads.set(String(payload), decodePayload(joinBytes(parts)));
      parts = [];
    }
  }
  if (head === undefined) throw new AppError('VALIDATION_ERROR', 'This is not the file of a run.');
  return { head, events, payloads };
}

const noBytes = new Uint8Array();

function decodePayload(bytes: Uint8Array): SharedPayload {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bytes };
  }
}

/** The bytes of a payload. */
export function encodePayload(payload: SharedPayload): Uint8Array {
  return 'text' in payload ? new TextEncoder().encode(payload.text) : payload.bytes;
}

/** The name of a payload: the hash of its bytes. */
export function hashPayload(bytes: Uint8Array): string {
  const hash = createContentHash();
  hash.update(bytes);
  return hash.hex();
}

/** The inverse of {@link gatherRun}. */
export function writeGathered({ head, events, payloads }: GatheredRun): string {
  const lines: Json[] = [head, ...events];
  for (const [ref, payload] of payloads) {
    let rest = encodePayload(payload);
    for (let part = 0, last = false; !last; part += 1) {
      const end = rest.length > partBytes ? cutBefore(rest, partBytes) : rest.length;
      last = end === rest.length;
      const bytes = rest.subarray(0, end);
      const coded =
        'text' in payload
          ? { utf8: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
          : { base64: encodeBase64(bytes) };
      lines.push({ payload: ref, part, last, ...coded });
      rest = rest.subarray(end);
    }
  }
  lines.push({ heddle_end: runFileVersion, payloads: payloads.size });
  return lines.map((line) => `${encodeJson(line)}\n`).join('');
}
