import { decodeJson, encodeJson, tryDecodeJson } from '@/base/json-text';
import { joinSummaries } from './block-summary';
import { parseReadableEvents } from './event-chunk';
import { mayContain, type ReadEvents } from './find-events';
import { gunzipBytes, gzipText } from './gzip';
import type { ChunkRecord, SegmentRecord } from './records';

/**
 * One sealed segment of consecutive chunks, at least one. Undefined if one of them is damaged: it is left for readers
 * to report.
 */
export async function toSegment(chunks: readonly ChunkRecord[]): Promise<SegmentRecord | undefined> {
  const [first, last] = [chunks[0], chunks.at(-1)];
  const texts: string[] = [];
  for (const chunk of chunks) {
    const text = toLines(chunk);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  if (first === undefined || last === undefined) return undefined;
  const { executionId, firstSeq } = first;
  const packed = await gzipText(texts.join('\n'));
  return { executionId, firstSeq, lastSeq: last.lastSeq, ...joinSummaries(chunks), gzip: packed };
}

/** The events of a chunk, one per line; undefined if it is damaged. */
function toLines({ firstSeq, lastSeq, json }: ChunkRecord): string | undefined {
  const count = lastSeq - firstSeq + 1;
  if (!json.startsWith('[') || !json.endsWith(']')) return undefined;
  // JSON contains no line breaks, and an event begins with its version: splitting there is much faster than parsing.
  const lines = json.slice(1, -1).replaceAll('},{"v":', '}\n{"v":');
  if (lines.split('\n').length === count) return lines;
  try {
    const values: unknown = decodeJson(json);
    if (!Array.isArray(values) || values.length !== count) return undefined;
    return values.map((value) => encodeJson(value)).join('\n');
  } catch {
    return undefined;
  }
}

/**
 * Unpacks a segment, and returns a function that reads its events: none if the checksum shows damage. Undefined: none
 * of the events contains the text. Reading throws `NEWER_VERSION` for events that only a newer Heddle understands.
 */
export async function openSegment(segment: SegmentRecord, text?: string): Promise<ReadEvents | undefined> {
  const { executionId, firstSeq, lastSeq } = segment;
  const jsonl = await unpackSegment(segment.gzip);
  if (!mayContain(jsonl, text)) return undefined;
  const lines = jsonl.split('\n');
  return (first, last) => {
    const requested = lines.slice(Math.max(0, first - firstSeq), Math.max(0, last - firstSeq + 1)).map(tryDecodeJson);
    return parseReadableEvents(
      requested,
      Math.max(first, firstSeq),
      Math.min(last, lastSeq),
      `events of run ${executionId}`,
    );
  };
}

/** The lines of a segment; none if it is damaged. */
async function unpackSegment(packed: Uint8Array): Promise<string> {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await gunzipBytes(packed));
  } catch {
    return '';
  }
}
