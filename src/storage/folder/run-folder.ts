import { join } from 'node:path';
import { AppError } from '@/base/errors';

/** Where the parts of a run lie. */
export interface RunFolder {
  readonly path: string;
  /** The head of the run as it was created; how it stands now follows from the events. */
  readonly head: string;
  readonly plan: string;
  readonly source: string;
  /** The log: an event a line. */
  readonly events: string;
  readonly blobs: string;
  /** Artifacts, by their names. */
  readonly outputs: string;
  readonly lock: string;
}

/** Names that are safe as a folder, whatever the system: no separators, no dot in front. */
const safeName = /^[A-Za-z0-9_][A-Za-z0-9_. -]{0,199}$/;

/** The folder of a run in a journal. Throws `VALIDATION_ERROR` for an id that is no name of a folder. */
export function runFolder(root: string, id: string): RunFolder {
  if (!safeName.test(id)) throw new AppError('VALIDATION_ERROR', `“${id}” is not the id of a run.`);
  const path = join(root, id);
  return {
    path,
    head: join(path, 'run.json'),
    plan: join(path, 'plan.json'),
    source: join(path, 'source.json'),
    events: join(path, 'events.jsonl'),
    blobs: join(path, 'blobs'),
    outputs: join(path, 'outputs'),
    lock: join(path, 'lock'),
  };
}
