import { resolve } from 'node:path';
import { hashText } from '@/base/hash';
import { decodeText } from '@/formats/decode-text';
import { maxFileBytes } from '@/formats/limits';
import type { RunJournal, RunSource } from '@/storage/run-journal';
import { type ExitCode, refuse } from '../exit-code';
import type { Io } from '../io';
import { envProviders } from './env-providers';
import { executeRun } from './execute-run';
import { folderOf, openJournal } from './open-journal';
import { recordingOf } from './recording-of';
import type { RunWishes } from './run-wishes';

/**
 * Takes up a run with the plan that is stored with it: the one of `id`, else the last of the file, else the last of the journal. Of one
 * that has ended only the result is told again.
 */
export async function resumeRun(io: Io, file: string | undefined, id: string, wishes: RunWishes): Promise<ExitCode> {
  for (const option of ['var', 'input', 'model'] as const) {
    if (wishes[option] !== undefined)
      return refuse(io, `A run goes on with its own plan: --${option} is for new ones.`);
  }
  const providers = envProviders(io.machine.env, wishes.provider ?? []);
  if (!providers.ok) return refuse(io, providers.error);
  const recording = await recordingOf(io, wishes);
  if (!recording.ok) return refuse(io, recording.error);
  const open = openJournal(io, file, wishes);
  try {
    const path = file === undefined ? undefined : resolve(io.machine.folder, file);
    const found = id === '' ? await lastRun(open.journal, path) : id;
    const execution = found === undefined ? undefined : await open.journal.executions.get(found);
    if (execution === undefined) {
      return refuse(io, `There is no run${id === '' ? '' : ` ${id}`} in ${open.folder}.`);
    }
    const source = (await open.journal.sources.get(execution.id)) ?? {
      file: path ?? '-',
      hash: '',
      folder: folderOf(io, file),
    };
    if (await hasChanged(io, source)) {
      io.err.write(`heddle: ${source.file} has changed since. The run goes on as it was planned.\n`);
    }
    const folder = wishes.files === undefined ? source.folder : resolve(io.machine.folder, wishes.files);
    return await executeRun({
      io,
      ...open,
      execution,
      source: { ...source, folder },
      providers: providers.value,
      wishes,
      ...recording.value,
    });
  } finally {
    open.journal.close();
  }
}

async function lastRun(journal: RunJournal, path: string | undefined): Promise<string | undefined> {
  const ids = await journal.ids();
  if (path === undefined) return ids[0];
  for (const id of ids) if ((await journal.sources.get(id))?.file === path) return id;
  return undefined;
}

/** A file that is gone, or whose text was never known, is none that has changed. */
async function hasChanged(io: Io, { file, hash }: RunSource): Promise<boolean> {
  if (file === '-' || hash === '') return false;
  const bytes = await io.read(file, maxFileBytes + 1).catch(() => undefined);
  const text = bytes && decodeText(bytes);
  return text?.ok === true && hashText(text.value) !== hash;
}
