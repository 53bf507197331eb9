import { joinedSummary } from './block-summary';
import { chunkSize, sizeOf } from './event-chunk';
import type { ChunkRecord } from './records';

/** Most bytes in a chunk that was joined: events can be long. */
const mostBytes = 500_000;

/**
 * Chunks one after the other in groups that make up a chunk each, whose order is kept. A group of one stays as it is.
 */
export function groupsOf(chunks: readonly ChunkRecord[]): readonly (readonly ChunkRecord[])[] {
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
 * A group as one chunk; undefined if there is nothing to join, or one of it broke off: what is damaged spoils no other.
 */
export function joinChunks(group: readonly ChunkRecord[]): ChunkRecord | undefined {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  if (!group.every(({ json }) => json.startsWith('[{') && json.endsWith('}]'))) return undefined;
  const { executionId, firstSeq } = first;
  const json = `[${group.map((chunk) => chunk.json.slice(1, -1)).join(',')}]`;
  return { executionId, firstSeq, lastSeq: last.lastSeq, ...joinedSummary(group), bytes: sizeOf(json), json };
}
