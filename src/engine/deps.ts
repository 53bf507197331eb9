import type { ModelCatalogue } from '@/plan/model-facts';
import type { TokenCounter } from '@/plan/ports';
import type { BlobStore } from './ports/blob-store';
import type { EventStore } from './ports/event-store';
import type { Files } from './ports/files';
import type { Clock, Random, SecretOf } from './ports/machine';
import type { ModelClient } from './ports/model-client';
import type { Person } from './ports/person';
import type { RunSnapshotStore } from './ports/run-snapshot-store';
import type { ScriptRunner } from './ports/script-runner';
import type { ToolClient } from './ports/tool-client';

/** All of the world that the engine reaches. */
export interface EngineDeps {
  readonly events: EventStore;
  readonly blobs: BlobStore;
  readonly checkpoints: RunSnapshotStore;
  readonly models: ModelClient;
  readonly scripts: ScriptRunner;
  readonly tools: ToolClient;
  /** Those of the workflow that runs. */
  readonly files: Files;
  readonly person: Person;
  readonly secretOf: SecretOf;
  readonly clock: Clock;
  readonly random: Random;
  /** What is known of models; its tables are loaded when it is first asked for, which each evaluation does once. */
  readonly catalogue: () => Promise<ModelCatalogue>;
  /** Counts tokens; its tables are loaded when it is first asked for. */
  readonly tokens: () => Promise<TokenCounter>;
}
