import type { RunEvent } from '@/run/events';
import { joinedSummary } from './block-summary';
import { readable } from './event-chunk';
import { gunzipBytes, gzip } from './gzip';
import type { ChunkRecord, SegmentRecord } from './records';

/**
 * Chunks one after the other, at least one, as a sealed segment of all of them. Undefined if one of them is damaged: that is left for
 * who reads it to find.
 */
export async function toSegment(chunks: readonly ChunkRecord[]): Promise<SegmentRecord | undefined> {
  const [first, last] = [chunks[0], chunks.at(-1)];
  const lines: string[] = [];
  for (const { firstSeq, lastSeq, json } of chunks) {
    const values = valuesOf(json);
    if (values?.length !== lastSeq - firstSeq + 1) return undefined;
    for (const value of values) lines.push(JSON.stringify(value));
  }
  if (first === undefined || last === undefined) return undefined;
  const { executionId, firstSeq } = first;
  const packed = await gzip(lines.join('\n'));
  return { executionId, firstSeq, lastSeq: last.lastSeq, ...joinedSummary(chunks), gzip: packed };
}

function valuesOf(json: string): readonly unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(json);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Unpacks a segment, and gives back how to read the events of the numbers asked for, both included, in order: none if it is damaged,
 * which its checksum tells. Reading throws `NEWER_VERSION` for events that only a newer Heddle understands.
 */
export async function openSegment(segment: SegmentRecord): Promise<(first: number, last: number) => RunEvent[]> {
  const { executionId, firstSeq, lastSeq } = segment;
  const lines = await linesOf(segment.gzip);
  if (lines.length !== lastSeq - firstSeq + 1) return () => [];
  return (first, last) => {
    const asked = lines.slice(Math.max(0, first - firstSeq), Math.max(0, last - firstSeq + 1));
    const values = asked.map((line): unknown => JSON.parse(line));
    return readable(values, Math.max(first, firstSeq), Math.min(last, lastSeq), `events of run ${executionId}`);
  };
}

async function linesOf(packed: Uint8Array): Promise<readonly string[]> {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await gunzipBytes(packed)).split('\n');
  } catch {
    return [];
  }
}
