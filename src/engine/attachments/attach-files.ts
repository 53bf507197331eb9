import { z } from 'zod';
import { formatBytes } from '@/base/figures';
import { hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import { type AttachedFile, attachmentLimits } from '@/plan/attachments/attached-file';
import type { PromptFile } from '@/plan/attachments/attachment-parts';
import { inspectFileSource } from '@/plan/attachments/read-start';
import { untaken } from '@/plan/attachments/untaken';
import type { PlannedAtomic } from '@/plan/plan';
import { attachedFileSchema } from '@/run/attached-file-schema';
import { at, type JournalPath } from '@/run/journal-path';
import type { Attachment } from '@/workflow/tasks/attachments';
import type { Attempt, RunContext } from '../attempt';
import { readWhole } from '../capture/whole';
import { type Pages, type StoredPages, storePages } from '../log/store-pages';
import { cannotAttach, type FoundFile, findFiles, isCannotAttach } from './find-files';

const recordedFiles = z.array(attachedFileSchema.extend({ from: z.array(z.string()) }));
type RecordedFile = z.infer<typeof recordedFiles>[number];

/**
 * The files that a task attaches. They are read when the task first begins, and become blobs of the run, so that one
 * that is taken up, or repeated elsewhere, sends the same; the event says which they are. Error: `TASK_FAILURE`
 * (`details.reason` `attachment`).
 */
export async function attachFiles(task: PlannedAtomic, attempt: Attempt): Promise<readonly PromptFile[]> {
  const { attachments = [] } = task;
  if (attachments.length === 0) return [];
  const { run, root } = attempt;
  const key = at(root, 'context', 'attachments');
  const known = run.history.steps.get(key);
  const found = known === undefined ? await filesOf(task, attempt, key) : [];
  const inputHash = known?.hash ?? hashOf(attachments, found);
  const step = { kind: 'effect.recorded', key, inputHash } as const;
  const value = found as unknown as Json;
  const { data } = await run.journal.step(step, async () => ({ text: '', data: { effect: 'choice', value } }));
  return Promise.all(recordedFiles.parse(data.value).map((file) => promptFile(file, run)));
}

function hashOf(attachments: readonly Attachment[], files: readonly RecordedFile[]): string {
  return hashValue([attachments, files]);
}

/** The files as they are now; where they cannot be had, as the run had them that this one repeats. */
async function filesOf(task: PlannedAtomic, attempt: Attempt, key: JournalPath): Promise<readonly RecordedFile[]> {
  try {
    return await gather(task, attempt);
  } catch (error) {
    const recorded = isCannotAttach(error) ? await copyRecorded(task, attempt, key) : undefined;
    if (recorded === undefined) throw error;
    return recorded;
  }
}

/** What the repeated run recorded for the same attachments, its bytes copied; undefined: nothing, or they are gone. */
async function copyRecorded({ attachments = [] }: PlannedAtomic, { run }: Attempt, key: JournalPath) {
  const event = await run.recording?.step(key);
  const files = event?.kind === 'effect.recorded' ? recordedFiles.safeParse(event.data.value).data : undefined;
  if (files === undefined || event?.hash !== hashOf(attachments, files)) return undefined;
  for (const { ref, kind } of files) {
    const open = () => run.recording?.pages(ref);
    if ((await open()) === undefined) return undefined;
    await storeFile(async () => (await open()) ?? [], kind === 'text', run);
  }
  return files;
}

async function promptFile({ from, ...file }: RecordedFile, run: RunContext): Promise<PromptFile> {
  if (file.kind !== 'text') return { file, from };
  return { file, from, text: await readWhole(file.ref, run) };
}

/** Reads, checks and stores the files, one after the other. */
async function gather(task: PlannedAtomic, attempt: Attempt): Promise<readonly RecordedFile[]> {
  const files: RecordedFile[] = [];
  let sent = 0;
  for (const found of await findFiles(task.attachments ?? [], attempt)) {
    const file = await oneByOne(attempt.run, () => take(found, task, attempt));
    if (file.kind !== 'text') sent += file.bytes;
    if (sent > attachmentLimits.callBytes) {
      const most = formatBytes(attachmentLimits.callBytes);
      throw cannotAttach(`The attachments come to more than ${most}, which is what a call can carry.`, 'Attach fewer.');
    }
    files.push(file);
  }
  return files;
}

async function take(found: FoundFile, { model }: PlannedAtomic, attempt: Attempt): Promise<RecordedFile> {
  const { name, from, size = 0, source } = found;
  const seen = await inspectFileSource(name, size, source);
  if (seen === undefined) {
    throw cannotAttach(`There is no file /${name} to attach.`, 'Add it under Files, or change the path.');
  }
  const { inspected, whole } = seen;
  if (!inspected.ok) throw cannotAttach(inspected.problem, 'Change the file, or take it out of attachments.');
  const { facts, warning } = inspected;
  const refusal = untaken(name, facts, model, attempt.run.catalogue.factsOf(model));
  if (refusal !== undefined) throw cannotAttach(refusal, 'Choose another model, or take it out of attachments.');
  if (warning !== undefined) attempt.warn(warning);
  const open = async () => (whole === undefined ? ((await source.pages?.()) ?? []) : [whole]);
  const { hash, bytes } = await storeFile(open, facts.kind === 'text', attempt.run);
  if (bytes !== facts.bytes) throw cannotAttach(`“${name}” was changed while it was read.`, 'Run the task again.');
  const file: AttachedFile = { ...facts, name, ref: hash };
  return { ...file, from: [...from] };
}

/** By the journals of runs: what the next that reads a file waits for. */
const reading = new WeakMap<RunContext['journal'], Promise<unknown>>();

/** Work of one after the other in a run: tasks run beside each other, and some files are at hand as wholes only. */
function oneByOne<T>({ journal }: RunContext, work: () => Promise<T>): Promise<T> {
  const done = (reading.get(journal) ?? Promise.resolve()).then(work, work);
  reading.set(journal, done);
  return done;
}

/**
 * Bytes as a blob of the run; resolves to its ref and how many they are. They are opened again where there was no room
 * for them at first.
 */
export function storeFile(
  open: () => Pages | Promise<Pages>,
  compress: boolean,
  { journal, deps: { blobs }, executionId }: RunContext,
): Promise<StoredPages> {
  return journal.outlast(async () => storePages(await open(), { blobs, executionId, compress }));
}
