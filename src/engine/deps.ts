import type { ModelCatalogue } from '@/plan/model-facts';
import type { LoadTokenCounter } from '@/plan/ports';
import type { BlobStore } from './ports/blob-store';
import type { EventStore } from './ports/event-store';
import type { Files } from './ports/files';
import type { Clock, Random, SecretOf } from './ports/machine';
import type { ModelClient } from './ports/model-client';
import type { Person } from './ports/person';
import type { RunSnapshotStore } from './ports/run-snapshot-store';
import type { ScriptRunner } from './ports/script-runner';
import type { ToolClient } from './ports/tool-client';

/** Everything outside the engine that it uses. */
export interface EngineDeps {
  readonly events: EventStore;
  readonly blobs: BlobStore;
  readonly checkpoints: RunSnapshotStore;
  readonly models: ModelClient;
  readonly scripts: ScriptRunner;
  readonly tools: ToolClient;
  /** The files of the workflow that runs. */
  readonly files: Files;
  readonly person: Person;
  readonly secretOf: SecretOf;
  readonly clock: Clock;
  readonly random: Random;
  /** What is known of models. The tables are loaded at the first call; each evaluation of a run calls it once. */
  readonly catalogue: () => Promise<ModelCatalogue>;
  /** Counts tokens for models. The tables are loaded at the first call that needs them. */
  readonly tokens: LoadTokenCounter;
}
