import { dirname, join, relative, resolve } from 'node:path';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import type { Io } from '../io';
import type { RunFlags } from './run-wishes';

/** An open journal and its folder; undefined: it is in memory, for a run that is not stored. */
export interface OpenJournal {
  readonly journal: RunJournal;
  readonly folder: string | undefined;
}

/** The default folder of runs. */
const ownFolder = join('.heddle', 'runs');

/** The folder of a workflow. For standard input, or without a file, the folder in which the command was run. */
export function folderOf(io: Io, file: string | undefined): string {
  return resolve(io.machine.folder, file === undefined || file === '-' ? '.' : dirname(file));
}

/** Opens the journal in the given folder. Default: the one beside the workflow; for a simulated run, one in memory. */
export function openJournal(
  io: Io,
  file: string | undefined,
  { journal, simulate }: Pick<RunFlags, 'journal' | 'simulate'>,
): OpenJournal {
  if (simulate === true && journal === undefined) return { journal: createRunJournal(), folder: undefined };
  const folder = journal === undefined ? join(folderOf(io, file), ownFolder) : resolve(io.machine.folder, journal);
  const warn = (message: string) => io.err.write(`heddle: ${message}\n`);
  return { journal: io.machine.openJournal(folder, warn), folder };
}

/** The command that resumes a run. */
export function resumeCommand(io: Io, id: string, folder: string | undefined, wishes: RunFlags): string {
  return runCommand(io, ['--resume', id], folder, wishes);
}

/** A command that runs something in the same journal and with the same permissions as this one. */
export function runCommand(io: Io, args: readonly string[], folder: string | undefined, wishes: RunFlags): string {
  return runningCommand(io, ['run', ...args], folder, wishes);
}

/** The command that shows the questions of a run, and answers them. */
export function answerCommand(io: Io, id: string, folder: string | undefined, wishes: RunFlags): string {
  return runningCommand(io, ['answer', id], folder, wishes);
}

function runningCommand(io: Io, args: readonly string[], folder: string | undefined, wishes: RunFlags): string {
  const words = [journalCommand(io, args, folder)];
  for (const provider of wishes.provider ?? []) words.push('--provider', quoted(provider));
  if (wishes['allow-scripts'] === true) words.push('--allow-scripts');
  for (const name of wishes['pass-env'] ?? []) words.push('--pass-env', quoted(name));
  return words.join(' ');
}

/** A command on runs of the same journal as this one. */
export function journalCommand(io: Io, args: readonly string[], folder: string | undefined): string {
  const words = ['heddle', ...args.map(quoted)];
  if (folder !== undefined && folder !== join(io.machine.folder, ownFolder)) {
    words.push('--journal', quoted(relative(io.machine.folder, folder) || '.'));
  }
  return words.join(' ');
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
