import { joinSummaries } from './block-summary';
import { chunkSize, measureJson } from './event-chunk';
import type { ChunkRecord } from './records';

/** The most bytes in a joined chunk: events can be long. */
const mostBytes = 500_000;

/** Consecutive chunks in groups that each fill one chunk, in order. A group of one stays as it is. */
export function groupChunks(chunks: readonly ChunkRecord[]): readonly (readonly ChunkRecord[])[] {
  const groups: ChunkRecord[][] = [];
  let open: ChunkRecord[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    const first = open[0]?.firstSeq ?? chunk.firstSeq;
    const follows = open.length === 0 || open.at(-1)?.lastSeq === chunk.firstSeq - 1;
    const fits = chunk.lastSeq - first < chunkSize && bytes + chunk.json.length <= mostBytes;
    if (open.length > 0 && !(follows && fits)) {
      groups.push(open);
      open = [];
      bytes = 0;
    }
    open.push(chunk);
    bytes += chunk.json.length;
  }
  return open.length === 0 ? groups : [...groups, open];
}

/**
 * A group as one chunk; undefined if there is nothing to join, or if one of its chunks is incomplete: a damaged chunk
 * must not spoil others.
 */
export function joinChunks(group: readonly ChunkRecord[]): ChunkRecord | undefined {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  if (!group.every(({ json }) => json.startsWith('[{') && json.endsWith('}]'))) return undefined;
  const { executionId, firstSeq } = first;
  const json = `[${group.map((chunk) => chunk.json.slice(1, -1)).join(',')}]`;
  return { executionId, firstSeq, lastSeq: last.lastSeq, ...joinSummaries(group), bytes: measureJson(json), json };
}
