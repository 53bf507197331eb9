import type { JsonObject } from '@/base/json';
import type { ModelCatalogue } from '@/plan/model-facts';
import type { LoadTokenCounter } from '@/plan/ports';
import type { BlobStore } from './ports/blob-store';
import type { CallAnswers } from './ports/call-answers';
import type { EventStore } from './ports/event-store';
import type { Files } from './ports/files';
import type { Clock, Random, SecretOf } from './ports/machine';
import type { ModelClient } from './ports/model-client';
import type { Person } from './ports/person';
import type { RunSnapshotStore } from './ports/run-snapshot-store';
import type { ScriptRunner } from './ports/script-runner';
import type { ToolClient } from './ports/tool-client';

/** What is answered in the place of a tool. */
interface ToolStandIn {
  readonly text: string;
  readonly isError: boolean;
}

/** Everything outside the engine that it uses. */
export interface EngineDeps {
  readonly events: EventStore;
  readonly blobs: BlobStore;
  /** What other runs were answered; left out: nothing is known of them. */
  readonly answers?: CallAnswers | undefined;
  readonly checkpoints: RunSnapshotStore;
  readonly models: ModelClient;
  readonly scripts: ScriptRunner;
  readonly tools: ToolClient;
  /**
   * Answers a call of a tool by its name in its place, as a test does; undefined: the tool is performed. Left out: all
   * are.
   */
  readonly answerTool?: (name: string, args: JsonObject) => Promise<ToolStandIn | undefined>;
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
