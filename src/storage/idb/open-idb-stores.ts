import type { Stores } from '../stores';
import { createBlobStore } from './blob-store';
import { createCallIndex } from './call-index';
import { createDefinitionRepository } from './definition-repository';
import { createEventStore } from './event-store';
import { createExecutionStore } from './execution-store';
import { createFileRepository } from './file-repository';
import { createIterationStore } from './iteration-store';
import type { Rotation } from './log-tidier';
import { openDatabase } from './open-database';
import { createRunCheckpoints } from './run-checkpoints';
import { createRunSizes } from './run-sizes';
import { createRunUpkeep } from './run-upkeep';
import { createSecretStore } from './secret-store';
import { createSettingsStore } from './settings-store';
import { createWorkflowRepository } from './workflow-repository';

interface Options {
  /** Name of the database. */
  readonly name?: string;
  /** ms since 1970, for the times of saves. */
  readonly now: () => number;
  /** When old events are sealed; left out: when more than 100 MB of them are live. */
  readonly rotation?: Rotation;
}

/** Opens the stores in IndexedDB. Errors: `NEWER_VERSION`, `STORAGE_FAILED`. */
export async function openIdbStores({ name = 'heddle', now, rotation }: Options): Promise<Stores> {
  const database = await openDatabase({ name });
  const sizes = createRunSizes();
  return {
    workflows: createWorkflowRepository(database, now),
    executions: createExecutionStore(database),
    events: createEventStore(database, sizes, rotation),
    checkpoints: createRunCheckpoints(database, now),
    iterations: createIterationStore(database),
    upkeep: createRunUpkeep(database, sizes),
    calls: createCallIndex(database),
    blobs: createBlobStore(database, sizes),
    files: createFileRepository(database),
    definitions: createDefinitionRepository(database, now),
    secrets: createSecretStore(database),
    settings: createSettingsStore(database),
  };
}
