import { keepImportedRun } from '@/host/import-runs';
import { isUnfinished } from '@/run/is-unfinished';
import type { Execution } from '@/run/runner';
import type { FileContent } from '@/workflow/file-repository';
import { createRequestRefusal } from '../refused-request';
import type { ServeOptions, ServeStores } from '../serve-options';
import { buildSentWorkflowId } from './sent-workflow';

/** A run that comes from elsewhere. */
export interface SentRun {
  /** What its workflow is called there; see `sentName`. */
  readonly name: string;
  /** The id that it keeps; undefined: a new one. */
  readonly id?: string | undefined;
  /** Its file, as `writeRunFile` writes it. */
  readonly pages: AsyncIterable<Uint8Array>;
  /** The files that it works with. */
  readonly files: readonly FileContent[];
}

/** Under this name there is a file for each run that is being taken in. */
const marks = 'being-taken-in';

/**
 * Keeps a run that was sent. One that had not ended is paused until somebody resumes it. Errors: those of
 * `readRunFile`; 409 if a run has its id; 422 if it may not run here. Nothing is kept then.
 */
export async function keepSentRun(
  { stores, world, refusalOf }: Pick<ServeOptions, 'stores' | 'world' | 'refusalOf'>,
  { name, id = world.newId(), pages, files }: SentRun,
): Promise<Execution> {
  const hold = await stores.locks.hold(id);
  if (!hold.ok) throw createTakenError();
  try {
    if ((await stores.executions.get(id)) !== undefined) throw createTakenError();
    return await keepHeld({ stores, world, refusalOf }, { name, id, pages, files });
  } finally {
    hold.value.release();
  }
}

const createTakenError = () => createRequestRefusal(409, 'A run of this id is here already.');

async function keepHeld(
  { stores, world, refusalOf }: Pick<ServeOptions, 'stores' | 'world' | 'refusalOf'>,
  { name, id, pages, files }: SentRun & { readonly id: string },
): Promise<Execution> {
  const mark = { path: `/${id}`, content: new TextEncoder().encode(name) };
  // A process that is killed now must not go on with half of a log: what is missing of it would be paid again.
  await stores.files.write(marks, [mark]);
  let isKept = false;
  try {
    if (files.length > 0) await stores.files.write(id, files);
    const run = await keepImportedRun(
      { stores, locks: stores.locks },
      { pages, id, workflowId: buildSentWorkflowId(name), now: world.clock.now() },
    );
    const refusal = isUnfinished(run.status) ? await refusalOf(run.plan) : undefined;
    if (refusal !== undefined) throw createRequestRefusal(422, refusal);
    isKept = true;
    return run;
  } finally {
    if (!isKept) await removeSent(stores, id);
    await stores.files.remove(marks, [mark.path]);
  }
}

/** Removes what a process that died had not taken in to the end. */
export async function dropBrokenSent(stores: ServeStores): Promise<void> {
  for (const { path } of await stores.files.list(marks)) {
    const id = path.slice(1);
    const hold = await stores.locks.hold(id);
    // Another process takes it in.
    if (!hold.ok) continue;
    await removeSent(stores, id).finally(hold.value.release);
    await stores.files.remove(marks, [path]);
  }
}

async function removeSent({ executions, files }: ServeStores, id: string): Promise<void> {
  await executions.remove(id);
  await files.remove(
    id,
    (await files.list(id)).map(({ path }) => path),
  );
}
