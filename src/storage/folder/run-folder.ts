import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@/base/errors';
import { convertFileError, isMissing } from './file-error';

/** Paths of the parts of a run. */
export interface RunFolder {
  readonly path: string;
  /** The head of the run as it was created; its current status follows from the events. */
  readonly head: string;
  readonly plan: string;
  readonly source: string;
  /** The last head that was written down: the events after it are read from the log. */
  readonly standing: string;
  /** What a person wrote about the run. */
  readonly annotations: string;
  /** The log: one event per line. Its oldest events may be in segments beside it. */
  readonly events: string;
  /** Snapshots, named by the number of their last event. */
  readonly checkpoints: string;
  /** From which event on iterations count, if earlier ones were removed. */
  readonly iterations: string;
  readonly blobs: string;
  /** Artifacts, by their names. */
  readonly outputs: string;
  readonly lock: string;
}

/** Names that are safe for a folder on every system: no separators, no leading dot. */
const safeName = /^[A-Za-z0-9_][A-Za-z0-9_. -]{0,199}$/;

/** The folder of a run in a journal. Throws `VALIDATION_ERROR` for an id that is no valid folder name. */
export function runFolder(root: string, id: string): RunFolder {
  if (!safeName.test(id)) throw new AppError('VALIDATION_ERROR', `“${id}” is not the id of a run.`);
  const path = join(root, id);
  return {
    path,
    head: join(path, 'run.json'),
    plan: join(path, 'plan.json'),
    source: join(path, 'source.json'),
    standing: join(path, 'standing.json'),
    annotations: join(path, 'annotations.json'),
    events: join(path, 'events.jsonl'),
    checkpoints: join(path, 'checkpoints'),
    iterations: join(path, 'iterations.json'),
    blobs: join(path, 'blobs'),
    outputs: join(path, 'outputs'),
    lock: join(path, 'lock'),
  };
}

/** Whether a folder with these names in it is that of a run. */
export function isRunFolder(names: readonly string[]): boolean {
  const isThere = new Set(names);
  const isLogged = names.some((name) => /^events.*\.jsonl/.test(name));
  return isThere.has('run.json') && isThere.has('plan.json') && (isLogged || isThere.has('source.json'));
}

/** Names of the folders of a journal that may be runs. */
export async function listRunFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw convertFileError(error);
  });
  return entries.filter((entry) => entry.isDirectory() && safeName.test(entry.name)).map(({ name }) => name);
}
