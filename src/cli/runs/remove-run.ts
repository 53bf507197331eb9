import { AppError } from '@/base/errors';
import type { EventPage } from '@/run/event-query';
import type { Execution } from '@/run/runner';
import type { RunJournal } from '@/storage/run-journal';
import type { Io } from '../io';

/** Removes runs of a journal, one after another. */
export interface RunRemover {
  /** Resolves to undefined once it is removed, or to the reason why the run stays. */
  remove(executionId: string): Promise<string | undefined>;
}

/** The outputs that a run stored as files, outside its journal. */
interface StoredFiles {
  readonly startedAt: string;
  /** The folder of the run; undefined: not known. */
  readonly folder: string | undefined;
  readonly files: ReadonlySet<string>;
}

/**
 * Removes runs with everything that belongs to them: also the outputs that they stored as files beside the workflow
 * (`.workflow_state/task_outputs`). A newer run of the same folder writes files of the same names; such files stay.
 */
export function createRunRemover(io: Io, journal: RunJournal): RunRemover {
  const known = new Map<string, StoredFiles>();
  const findFiles = async (id: string): Promise<StoredFiles> => {
    const files = known.get(id) ?? (await listStoredFiles(journal, id));
    known.set(id, files);
    return files;
  };

  /** The files of a run that no newer run of the journal has written again. */
  async function ownFiles(id: string): Promise<readonly string[]> {
    const own = await findFiles(id);
    const files = new Set(own.files);
    for (const other of await journal.ids()) {
      if (files.size === 0) break;
      if (other === id) continue;
      const { startedAt, folder, files: theirs } = await findFiles(other);
      if (folder !== own.folder || startedAt < own.startedAt) continue;
      for (const file of theirs) files.delete(file);
    }
    return [...files];
  }

  return {
    remove: async (id) => {
      const hold = await journal.locks.hold(id);
      if (!hold.ok) return `${hold.error.name} holds it. ${hold.error.advice}`;
      try {
        const { folder } = await findFiles(id);
        if (folder !== undefined) await removeFiles(io, folder, await ownFiles(id));
        await journal.executions.remove(id);
        return undefined;
      } finally {
        hold.value.release();
      }
    },
  };
}

async function removeFiles(io: Io, folder: string, files: readonly string[]): Promise<void> {
  const outputs = io.machine.outputs(folder);
  for (const file of files) {
    try {
      await outputs.remove(file);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      io.err.write(`heddle: ${file} stays: ${error.message}\n`);
    }
  }
}

/** What a damaged run stored is not known: its files stay. */
async function listStoredFiles(journal: RunJournal, id: string): Promise<StoredFiles> {
  const none = { startedAt: '', folder: undefined, files: new Set<string>() };
  try {
    const execution: Execution | undefined = await journal.executions.get(id);
    const source = await journal.sources.get(id);
    if (execution === undefined || source === undefined) return none;
    const files = new Set<string>();
    for (let from: number | null = 1; from !== null; ) {
      const query = { filter: { kinds: ['output.stored'] }, from, direction: 'forward', limit: 1000 } as const;
      const page: EventPage = await journal.events.find(id, query);
      for (const event of page.events) if (event.kind === 'output.stored') files.add(event.data.file);
      from = page.next;
    }
    return { startedAt: execution.startedAt, folder: source.folder, files };
  } catch (error) {
    if (error instanceof AppError) return none;
    throw error;
  }
}
