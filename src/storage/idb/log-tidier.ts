import { toSegment } from '../event-segment';
import { groupChunks, joinChunks } from '../join-chunks';
import { type ChunkRecord, recordSchemas, type StoredSizes } from '../records';
import { estimateSize } from '../rough-size';
import { measureRun } from './measure-run';
import type { HeddleDatabase } from './open-database';
import { readHeadIn, updateRunHead } from './run-head-record';
import { createKeysRange, transact } from './transact';

/** When a log is tidied, in bytes. */
export interface Rotation {
  /** If a run has more bytes of live events than this, the oldest are sealed. */
  readonly liveBytes: number;
  /** Unpacked size of a segment: reading one event of it unpacks this much. */
  readonly segmentBytes: number;
}

const defaultRotation: Rotation = { liveBytes: 100_000_000, segmentBytes: 1_000_000 };

/**
 * After this many new chunks, or bytes of them, their sizes are checked; if they are small on average, they are joined.
 */
const newChunks = 200;
const newBytes = 1_000_000;
const smallBytes = 60_000;

/** After a segment was sealed, sealing pauses for this many times as long as it took: appends have priority. */
const restFactor = 4;

/** Tidies logs in the background: joins small chunks and seals old ones. */
export interface LogTidier {
  /** Called after each append. Tidying happens later, and no caller waits for it. */
  after(executionId: string, stored: StoredSizes | undefined): void;
}

/**
 * Works on one run and one transaction at a time, so a crash in between loses nothing. If it fails, for lack of space
 * or otherwise, it is retried after the next append: the log is complete either way.
 */
export function createLogTidier(database: HeddleDatabase, { liveBytes, segmentBytes } = defaultRotation): LogTidier {
  const waiting = new Set<string>();
  // Runs with a damaged chunk. The chunk is left for readers to report, and what follows it stays live.
  const damagedRuns = new Set<string>();
  let busy = false;

  async function tidy(id: string): Promise<void> {
    await measureRun(database, id);
    for (;;) {
      await joinNewChunks(database, id);
      if (damagedRuns.has(id)) return;
      const begunAt = performance.now();
      const sealed = await sealOldestChunks(database, id, { liveBytes, segmentBytes });
      if (sealed === 'damaged') damagedRuns.add(id);
      if (sealed !== 'sealed') return;
      await new Promise((resolve) => setTimeout(resolve, restFactor * (performance.now() - begunAt)));
    }
  }

  async function tidyWaiting(): Promise<void> {
    busy = true;
    for (const id of waiting) {
      waiting.delete(id);
      await tidy(id).catch(() => undefined);
    }
    busy = false;
  }

  return {
    after: (id, stored) => {
      const isTidy =
        stored !== undefined &&
        stored.newChunks < newChunks &&
        stored.newBytes < newBytes &&
        (stored.liveBytes <= liveBytes || damagedRuns.has(id));
      if (isTidy) return;
      waiting.add(id);
      if (!busy) void tidyWaiting();
    },
  };
}

/**
 * Joins chunks of few events. A run that appends single events has a record for each, and would take longer and longer
 * to open.
 */
async function joinNewChunks(database: HeddleDatabase, id: string): Promise<void> {
  await transact(
    database,
    ['executions', 'events'],
    'readwrite',
    async (tx) => {
      const stored = (await readHeadIn(tx, id))?.stored;
      if (stored === undefined || (stored.newChunks < newChunks && stored.newBytes < newBytes)) return;
      let saved = 0;
      if (stored.newChunks > 1 && stored.newBytes < smallBytes * stored.newChunks) {
        const events = tx.objectStore('events');
        const last = await events.openKeyCursor(createKeysRange(id), 'prev');
        const first = await last?.advance(stored.newChunks - 1);
        const values: unknown[] = await events.getAll(IDBKeyRange.bound(first?.key ?? [id], [id, []]));
        const chunks = values.flatMap((value) => {
          const chunk = recordSchemas.chunk.safeParse(value);
          return chunk.success ? chunk.data : [];
        });
        for (const group of groupChunks(chunks)) {
          const joined = joinChunks(group);
          if (joined === undefined) continue;
          saved += sumChunkBytes(group) - sumChunkBytes([joined]);
          await events.delete(createChunksRange(group));
          await events.put(joined);
        }
      }
      await updateRunHead(tx, id, ({ bytes, liveBytes, checkpoints }) => ({
        bytes: bytes - saved,
        liveBytes: liveBytes - saved,
        newChunks: 0,
        newBytes: 0,
        checkpoints,
      }));
    },
    'relaxed',
  );
}

/** Chunks read at once. */
const batch = 4;

/** Seals the oldest chunks of a run that has too many bytes of live events. */
async function sealOldestChunks(
  database: HeddleDatabase,
  id: string,
  { liveBytes, segmentBytes }: Rotation,
): Promise<'sealed' | 'damaged' | undefined> {
  const values = await transact(database, ['executions', 'events'], 'readonly', async (tx) => {
    const stored = (await readHeadIn(tx, id))?.stored;
    if (stored === undefined || stored.liveBytes <= liveBytes) return [];
    const found: unknown[] = [];
    let range = createKeysRange(id);
    for (let bytes = 0; bytes < segmentBytes; ) {
      const [keys, records] = await Promise.all([
        tx.objectStore('events').getAllKeys(range, batch),
        tx.objectStore('events').getAll(range, batch),
      ]);
      found.push(...records);
      bytes += estimateSize(records);
      const last = keys.at(-1);
      if (last === undefined || keys.length < batch) break;
      range = IDBKeyRange.bound(last, [id, []], true);
    }
    return found;
  });
  const chunks = selectOldestChunks(values, segmentBytes);
  if (values.length === 0) return undefined;
  // Compressed first: awaiting that inside the transaction would close it.
  const segment = await toSegment(chunks);
  if (segment === undefined) return 'damaged';
  return transact(
    database,
    ['executions', 'events', 'segments'],
    'readwrite',
    async (tx) => {
      const range = createChunksRange(chunks);
      const keys = await tx.objectStore('events').getAllKeys(range);
      // The chunks were removed or cut in the meantime.
      if (keys.length !== chunks.length) return undefined;
      await tx.objectStore('segments').put(segment);
      await tx.objectStore('events').delete(range);
      const bytes = sumChunkBytes(chunks);
      await updateRunHead(tx, id, (stored) => ({
        ...stored,
        bytes: stored.bytes - bytes + segment.gzip.length,
        liveBytes: stored.liveBytes - bytes,
      }));
      return 'sealed' as const;
    },
    'relaxed',
  );
}

/** As many of the first chunks as fill a segment, at least one, and none after a damaged one. */
function selectOldestChunks(values: readonly unknown[], segmentBytes: number): readonly ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (const value of values) {
    const chunk = recordSchemas.chunk.safeParse(value);
    if (!chunk.success || (chunks.length > 0 && sumChunkBytes([...chunks, chunk.data]) > segmentBytes)) break;
    const last = chunks.at(-1);
    if (last !== undefined && chunk.data.firstSeq !== last.lastSeq + 1) break;
    chunks.push(chunk.data);
  }
  return chunks;
}

function createChunksRange(chunks: readonly ChunkRecord[]): IDBKeyRange {
  const id = chunks[0]?.executionId ?? '';
  return IDBKeyRange.bound([id, chunks[0]?.firstSeq ?? 0], [id, chunks.at(-1)?.firstSeq ?? 0]);
}

function sumChunkBytes(chunks: readonly ChunkRecord[]): number {
  return chunks.reduce((sum, { bytes, json }) => sum + (bytes ?? json.length), 0);
}
