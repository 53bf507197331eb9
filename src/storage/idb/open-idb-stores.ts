import { interimEvents, interimIterations, interimUpkeep } from '../interim-stores';
import { createMemoryCheckpoints } from '../memory/run-checkpoints';
import type { Stores } from '../stores';
import { createBlobStore } from './blob-store';
import { createEventStore } from './event-store';
import { createExecutionStore } from './execution-store';
import { createFileRepository } from './file-repository';
import { openDatabase } from './open-database';
import { createSecretStore } from './secret-store';
import { createSettingsStore } from './settings-store';
import { createWorkflowRepository } from './workflow-repository';

interface Options {
  /** Name of the database. */
  readonly name?: string;
  /** ms since 1970, for the times of saves. */
  readonly now: () => number;
}

/** Opens the stores in IndexedDB. Errors: `NEWER_VERSION`, `STORAGE_FAILED`. */
export async function openIdbStores({ name = 'heddle', now }: Options): Promise<Stores> {
  const database = await openDatabase({ name });
  const events = interimEvents(createEventStore(database));
  return {
    workflows: createWorkflowRepository(database, now),
    executions: createExecutionStore(database),
    events,
    checkpoints: createMemoryCheckpoints(),
    iterations: interimIterations(events),
    upkeep: interimUpkeep,
    blobs: createBlobStore(database),
    files: createFileRepository(database),
    secrets: createSecretStore(database),
    settings: createSettingsStore(database),
  };
}
