import { dirname, join, resolve } from 'node:path';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import type { Io } from '../io';
import type { RunFlags } from './run-wishes';
import { findNamedStore, type StorePlace } from './store-place';

/** An open journal and where it is; undefined: it is in memory, for a run that is not stored. */
export interface OpenJournal {
  readonly journal: RunJournal;
  readonly place: StorePlace | undefined;
}

/** The default folder of runs. */
const ownFolder = join('.heddle', 'runs');

/** The folder of a workflow. For standard input, or without a file, the folder in which the command was run. */
export function findFolder(io: Io, file: string | undefined): string {
  return resolve(io.machine.folder, file === undefined || file === '-' ? '.' : dirname(file));
}

/** Whether the runs of a command are kept: simulated ones are only where an option names a place for them. */
export function isKept({
  journal,
  store,
  simulate = false,
}: Pick<RunFlags, 'journal' | 'store' | 'simulate'>): boolean {
  return !simulate || journal !== undefined || store !== undefined;
}

/**
 * Opens the journal that options or the environment name. Default: the folder beside the workflow; for a simulated run,
 * one in memory. Errors: those of `openStores`, and `VALIDATION_ERROR` if two places are named.
 */
export async function openJournal(
  io: Io,
  file: string | undefined,
  flags: Pick<RunFlags, 'journal' | 'store' | 'simulate'>,
): Promise<OpenJournal> {
  if (!isKept(flags)) return { journal: createRunJournal(), place: undefined };
  const usual = join(findFolder(io, file), ownFolder);
  const { address, place } = findNamedStore(io.machine, flags, usual, join(io.machine.folder, ownFolder));
  const warnPerson = (message: string) => io.err.write(`heddle: ${message}\n`);
  return { journal: await io.machine.openJournal(address, warnPerson), place };
}
