import { dirname, join, resolve } from 'node:path';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import type { Io } from '../io';
import type { RunFlags } from './run-wishes';
import { namedStore, type StorePlace } from './store-place';

/** An open journal and where it is; undefined: it is in memory, for a run that is not stored. */
export interface OpenJournal {
  readonly journal: RunJournal;
  readonly place: StorePlace | undefined;
}

/** The default folder of runs. */
const ownFolder = join('.heddle', 'runs');

/** The folder of a workflow. For standard input, or without a file, the folder in which the command was run. */
export function folderOf(io: Io, file: string | undefined): string {
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
  const usual = join(folderOf(io, file), ownFolder);
  const { address, place } = namedStore(io.machine, flags, usual, join(io.machine.folder, ownFolder));
  const warn = (message: string) => io.err.write(`heddle: ${message}\n`);
  return { journal: await io.machine.openJournal(address, warn), place };
}

/** The command that resumes a run. */
export function resumeCommand(id: string, place: StorePlace | undefined, wishes: RunFlags): string {
  return runCommand(['--resume', id], place, wishes);
}

/** A command that runs something in the same journal and with the same permissions as this one. */
export function runCommand(args: readonly string[], place: StorePlace | undefined, wishes: RunFlags): string {
  return runningCommand(['run', ...args], place, wishes);
}

/** The command that shows the questions of a run, and answers them. */
export function answerCommand(id: string, place: StorePlace | undefined, wishes: RunFlags): string {
  return runningCommand(['answer', id], place, wishes);
}

function runningCommand(args: readonly string[], place: StorePlace | undefined, wishes: RunFlags): string {
  const words = [journalCommand(args, place)];
  for (const provider of wishes.provider ?? []) words.push('--provider', quoted(provider));
  if (wishes['allow-scripts'] === true) words.push('--allow-scripts');
  for (const use of wishes['allow-secret'] ?? []) words.push('--allow-secret', quoted(use));
  for (const name of wishes['pass-env'] ?? []) words.push('--pass-env', quoted(name));
  return words.join(' ');
}

/** A command on runs of the same journal as this one. */
export function journalCommand(args: readonly string[], place: StorePlace | undefined): string {
  return ['heddle', ...[...args, ...(place?.options ?? [])].map(quoted)].join(' ');
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
