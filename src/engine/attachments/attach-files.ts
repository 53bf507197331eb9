import { z } from 'zod';
import { hasReason } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import { hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import { type AttachedFile, attachmentLimits } from '@/plan/attachments/attached-file';
import type { PromptFile } from '@/plan/attachments/attachment-parts';
import { inspectFileSource } from '@/plan/attachments/read-start';
import { explainUntaken } from '@/plan/attachments/untaken';
import type { PlannedAtomic, PlannedAttachment } from '@/plan/plan';
import { attachedFileSchema } from '@/run/attached-file-schema';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Attempt, RunContext } from '../attempt';
import { readWhole } from '../capture/whole';
import { type Pages, type StoredPages, storePages } from '../log/store-pages';
import { createAttachmentError, type FoundFile, findFiles } from './find-files';

const recordedFiles = z.array(attachedFileSchema.extend({ from: z.array(z.string()) }));
type RecordedFile = z.infer<typeof recordedFiles>[number];

/**
 * The files that a task attaches. They are read when the task first begins, and become blobs of the run. So a resumed
 * or repeated run sends the same files; the event lists them. Error: `TASK_FAILURE` (`details.reason` `attachment`).
 */
export async function attachFiles(task: PlannedAtomic, attempt: Attempt): Promise<readonly PromptFile[]> {
  const { attachments = [] } = task;
  if (attachments.length === 0) return [];
  const { run, root } = attempt;
  const key = appendStep(root, 'context', 'attachments');
  const known = run.history.steps.get(key);
  const found = known === undefined ? await findCurrentFiles(task, attempt, key) : [];
  const inputHash = known?.hash ?? hashAttachments(attachments, found);
  const step = { kind: 'effect.recorded', key, inputHash } as const;
  const value = found as unknown as Json;
  const { data } = await run.journal.step(step, async () => ({ text: '', data: { effect: 'choice', value } }));
  return Promise.all(recordedFiles.parse(data.value).map((file) => readPromptFile(file, run)));
}

function hashAttachments(attachments: readonly PlannedAttachment[], files: readonly RecordedFile[]): string {
  return hashValue([attachments, files]);
}

/** The current files; if they are not available, those of the run that this one repeats. */
async function findCurrentFiles(
  task: PlannedAtomic,
  attempt: Attempt,
  key: JournalPath,
): Promise<readonly RecordedFile[]> {
  try {
    return await gatherAttachedFiles(task, attempt);
  } catch (error) {
    const recorded = hasReason(error, 'attachment') ? await copyRecorded(task, attempt, key) : undefined;
    if (recorded === undefined) throw error;
    return recorded;
  }
}

/** Copies the files that the repeated run recorded for the same attachments; undefined: none, or they are missing. */
async function copyRecorded({ attachments = [] }: PlannedAtomic, { run }: Attempt, key: JournalPath) {
  const event = await run.recording?.step(key);
  const files = event?.kind === 'effect.recorded' ? recordedFiles.safeParse(event.data.value).data : undefined;
  if (files === undefined || event?.hash !== hashAttachments(attachments, files)) return undefined;
  for (const { ref, kind } of files) {
    const openRecordedPages = () => run.recording?.pages(ref);
    if ((await openRecordedPages()) === undefined) return undefined;
    await storeFile(async () => (await openRecordedPages()) ?? [], kind === 'text', run);
  }
  return files;
}

async function readPromptFile({ from, ...file }: RecordedFile, run: RunContext): Promise<PromptFile> {
  if (file.kind !== 'text') return { file, from };
  return { file, from, text: await readWhole(file.ref, run) };
}

/** Reads, checks and stores the files, one after the other. */
async function gatherAttachedFiles(task: PlannedAtomic, attempt: Attempt): Promise<readonly RecordedFile[]> {
  const files: RecordedFile[] = [];
  let sent = 0;
  for (const found of await findFiles(task.attachments ?? [], attempt)) {
    const file = await runReadInTurn(attempt.run, () => storeFoundFile(found, task, attempt));
    if (file.kind !== 'text') sent += file.bytes;
    if (sent > attachmentLimits.callBytes) {
      const most = formatBytes(attachmentLimits.callBytes);
      throw createAttachmentError(
        `The attachments are larger than ${most}, the most that a call can carry.`,
        'Attach fewer.',
      );
    }
    files.push(file);
  }
  return files;
}

async function storeFoundFile(found: FoundFile, { model }: PlannedAtomic, attempt: Attempt): Promise<RecordedFile> {
  const { name, from, size = 0, source } = found;
  const seen = await inspectFileSource(name, size, source);
  if (seen === undefined) {
    throw createAttachmentError(`There is no file /${name} to attach.`, 'Add it under Files, or change the path.');
  }
  const { inspected, whole } = seen;
  if (!inspected.ok) throw createAttachmentError(inspected.problem, 'Change the file, or take it out of attachments.');
  const { facts, warning } = inspected;
  const refusal = explainUntaken(name, facts, model, attempt.run.catalogue.factsOf(model));
  if (refusal !== undefined)
    throw createAttachmentError(refusal, 'Choose another model, or take it out of attachments.');
  if (warning !== undefined) attempt.warn(warning);
  const openFoundPages = async () => (whole === undefined ? ((await source.pages?.()) ?? []) : [whole]);
  const { hash, bytes } = await storeFile(openFoundPages, facts.kind === 'text', attempt.run);
  if (bytes !== facts.bytes)
    throw createAttachmentError(`“${name}” was changed while it was read.`, 'Run the task again.');
  const file: AttachedFile = { ...facts, name, ref: hash };
  return { ...file, from: [...from] };
}

/** The last file read of each run, by its journal. The next read waits for it. */
const reading = new WeakMap<RunContext['journal'], Promise<unknown>>();

/** Runs reads one at a time in a run. Tasks run in parallel, and some files can only be read as wholes. */
function runReadInTurn<T>({ journal }: RunContext, work: () => Promise<T>): Promise<T> {
  const done = (reading.get(journal) ?? Promise.resolve()).then(work, work);
  reading.set(journal, done);
  return done;
}

/**
 * Stores bytes as a blob of the run. Resolves to its ref and size. It opens the bytes again if the storage was full at
 * first.
 */
export function storeFile(
  open: () => Pages | Promise<Pages>,
  compress: boolean,
  { journal, deps: { blobs }, executionId }: RunContext,
): Promise<StoredPages> {
  return journal.outlast(async () => storePages(await open(), { blobs, executionId, compress }));
}
