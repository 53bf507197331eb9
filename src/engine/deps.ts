import type { ModelCatalogue } from '@/plan/model-facts';
import type { TokenCounter } from '@/plan/ports';
import type {
  BlobStore,
  CheckpointStore,
  Clock,
  EventStore,
  Files,
  ModelClient,
  Person,
  Random,
  ScriptRunner,
  SecretOf,
  ToolClient,
} from './ports';

/** All of the world that the engine reaches. */
export interface EngineDeps {
  readonly events: EventStore;
  readonly blobs: BlobStore;
  readonly checkpoints: CheckpointStore;
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
