import { z } from 'zod';
import { AppError } from '@/base/errors';
import { runTargetsSchema } from '@/plan/partial/run-targets';
import { annotationsSchema } from '@/run/annotations';
import { forkedFromSchema } from '@/run/run-edit';
import type { Execution } from '@/run/runner';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import type { SavedHistory } from '@/workflow/repository';
import { blockSummarySchema } from './block-summary';

/** Schemas of what is stored. Everything that is read from a store goes through {@link parseRecord}. */

const workflowRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  updatedAt: z.string(),
  taskCount: z.number().int(),
  revision: z.number().int().min(1),
});
/** The entry of a workflow in a list. The text is in the revision of this number, so that a list reads no text. */
export type WorkflowRecord = z.infer<typeof workflowRecord>;

const revisionRecord = z.strictObject({
  workflowId: z.string(),
  revision: z.number().int().min(1),
  savedAt: z.string(),
  text: z.string(),
  name: z.string().exactOptional(),
  imported: z
    .strictObject({
      file: z.string(),
      format: z.string(),
      name: z.string(),
      reader: z.string(),
      report: z.string(),
      original: z.string(),
    })
    .exactOptional(),
});
/** A saved state of a workflow: the document as YAML text. One with a name is a checkpoint, and never thinned out. */
export type RevisionRecord = z.infer<typeof revisionRecord>;

const definitionRecord = z.strictObject({
  name: z.string(),
  version: z.number().int().min(1),
  savedAt: z.string(),
  document: documentSchema as unknown as z.ZodType<WorkflowDocument>,
});
/** A version of a saved definition. */
export type DefinitionRecord = z.infer<typeof definitionRecord>;

const steps = z.array(
  z.strictObject({
    label: z.string(),
    mark: z.string(),
    edits: z.array(z.strictObject({ at: z.number().int(), removed: z.string(), inserted: z.string() })),
  }),
);
const historyRecord = z.strictObject({ past: steps, future: steps }) satisfies z.ZodType<SavedHistory>;

const totalsRecord = z.strictObject({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number().exactOptional(),
  cachedTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
  cacheSavedUsd: z.number().exactOptional(),
  costUsd: z.number(),
  unpricedCalls: z.number(),
  makerCalls: z.number().exactOptional(),
});

const executionRecord = z.strictObject({
  id: z.string(),
  workflowId: z.string(),
  name: z.string(),
  planHash: z.string(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
  startedAt: z.string(),
  endedAt: z.string().exactOptional(),
  durationMs: z.number().exactOptional(),
  lastSeq: z.number().int().min(0),
  totals: totalsRecord,
  takenOver: totalsRecord.exactOptional(),
  byModel: z.record(z.string(), totalsRecord).exactOptional(),
  iterations: z.number().int().min(0).default(0),
  iterationMs: z.number().min(0).default(0),
  forkedFrom: forkedFromSchema.exactOptional(),
  isDry: z.literal(true).exactOptional(),
  imported: z.literal(true).exactOptional(),
  targets: runTargetsSchema.exactOptional(),
  wholeHash: z.string().exactOptional(),
  labels: z.array(z.string()).readonly().exactOptional(),
  request: z.string().exactOptional(),
  artifact: z.strictObject({ path: z.string(), status: z.enum(['draft', 'complete', 'failed']) }).exactOptional(),
}) satisfies z.ZodType<Omit<Execution, 'plan'>>;
/** The head of a run. Its plan is a payload under its hash: the head is written with every commit, the plan once. */
export type ExecutionRecord = z.infer<typeof executionRecord>;

const size = z.number().int().min(0);

const storedSchema = z.strictObject({
  /** Everything except snapshots, approximately. */
  bytes: z.number(),
  /** Events that are not sealed. */
  liveBytes: z.number(),
  /** Chunks at the end of the log that were not yet considered for joining, and their bytes. */
  newChunks: size,
  newBytes: size,
  /** Its snapshots, each as the number of its last event and its bytes. */
  checkpoints: z.array(z.tuple([size, size])),
});
/** The sizes of what is stored for a run, in bytes. */
export type StoredSizes = z.infer<typeof storedSchema>;

const headRecord = executionRecord.extend({
  annotations: annotationsSchema.exactOptional(),
  /** Left out: not measured yet, because the run is older than this field. */
  stored: storedSchema.exactOptional(),
});
/** The head of a run in IndexedDB. It includes the stored sizes of the run, so that nothing has to be counted. */
export type HeadRecord = z.infer<typeof headRecord>;

const block = { executionId: z.string(), firstSeq: z.number().int().min(1), lastSeq: z.number().int().min(1) };

const chunkRecord = z.strictObject({
  ...block,
  ...blockSummarySchema,
  /** Bytes of the text in UTF-8. */
  bytes: size.exactOptional(),
  json: z.string(),
});
/** Events that were committed together, as one JSON string, with a summary by which filters can skip them unread. */
export type ChunkRecord = z.infer<typeof chunkRecord>;

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

const segmentRecord = z.strictObject({ ...block, ...blockSummarySchema, gzip: bytes });
/** Old events as gzip, which has a checksum, of JSONL: one event per line. */
export type SegmentRecord = z.infer<typeof segmentRecord>;

/** The key of a log record, which can be read however damaged the rest is. */
const logKey = z.looseObject({ executionId: z.string(), firstSeq: z.number() });

const setAsideRecord = z.strictObject({
  executionId: z.string(),
  n: z.number().int().min(1),
  /** Number of the event after which the log was cut. */
  after: size,
  /** A record of the log, damaged or not. */
  record: z.unknown(),
});
/** What was cut off a damaged log. */
export type SetAsideRecord = z.infer<typeof setAsideRecord>;

const checkpointRecord = z.strictObject({
  executionId: z.string(),
  seq: z.number().int().min(1),
  part: z.enum(['history', 'view']),
  planHash: z.string(),
  savedAt: z.string(),
  gzip: bytes,
  /** SHA-256 of the compressed bytes. */
  hash: z.string(),
});
/** A part of a snapshot of a run. */
export type SnapshotRecord = z.infer<typeof checkpointRecord>;

const iterationRecord = z.strictObject({
  executionId: z.string(),
  ordinal: z.number().int().min(1),
  /** Number of its event. */
  seq: z.number().int().min(1),
  /** 1 if its exit code is not 0: an index can hold this. */
  failed: z.literal([0, 1]),
  /** Its event as JSON, from which the iteration is read. */
  event: z.string(),
});
/** An iteration, stored in addition to its event in the log. */
export type IterationRecord = z.infer<typeof iterationRecord>;

const ofBlob = { executionId: z.string(), hash: z.string() };
const blobRecord = z.union([
  z.strictObject({ ...ofBlob, gzip: bytes }),
  /** Its pages in order, each as [number, unpacked bytes]; each page is a record under `upload`. */
  z.strictObject({
    ...ofBlob,
    upload: z.string(),
    compressed: z.boolean(),
    /** Bytes of its pages as stored. */
    stored: size.exactOptional(),
    pages: z.array(z.tuple([size, size])),
  }),
]);
/** A payload: a short one in one record, a long one in pages. */
export type BlobRecord = z.infer<typeof blobRecord>;

const pageRecord = z.strictObject({ executionId: z.string(), upload: z.string(), page: size, data: bytes });
/** A page of a payload. If the payload has no record, a crash left the page behind. */
export type PageRecord = z.infer<typeof pageRecord>;

const fileRecord = z.strictObject({
  workflowId: z.string(),
  path: z.string(),
  bytes: size,
  /** A large file is a blob, which the browser reads in pieces; before November 2026 files were always bytes. */
  content: z.union([bytes, z.instanceof(Blob)]),
});
/** A file of a workflow. */
export type FileRecord = z.infer<typeof fileRecord>;

const sealedRecord = z.strictObject({ iv: bytes, data: bytes });
const vaultRecord = z.strictObject({ salt: bytes, iterations: z.number().int(), verifier: sealedRecord });

/** The schema of each kind of record. */
export const recordSchemas = {
  workflow: workflowRecord,
  revision: revisionRecord,
  history: historyRecord,
  execution: executionRecord,
  head: headRecord,
  chunk: chunkRecord,
  segment: segmentRecord,
  logKey,
  setAside: setAsideRecord,
  checkpoint: checkpointRecord,
  iteration: iterationRecord,
  blob: blobRecord,
  page: pageRecord,
  file: fileRecord,
  definition: definitionRecord,
  sealed: sealedRecord,
  vault: vaultRecord,
} as const;

/** A stored value, checked. `what` names it to a person: `workflow w1`. Throws `DAMAGED_RECORD`. */
export function parseRecord<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw createDamagedRecordError(what, parsed.error);
  return parsed.data;
}

/** The error for stored data that cannot be read. `figures`: further details. */
export function createDamagedRecordError(
  what: string,
  cause: unknown,
  figures: Readonly<Record<string, number>> = {},
): AppError {
  return new AppError('DAMAGED_RECORD', `The stored data of ${what} is damaged and cannot be read.`, {
    advice: 'Everything else is untouched.',
    details: { record: what, ...figures },
    cause,
  });
}
