import type { PriceList } from '@/plan/ports';
import type { BlobStore, Clock, EventStore, ModelClient, Random, ScriptRunner } from './ports';

/** All of the world that the engine reaches. */
export interface EngineDeps {
  readonly events: EventStore;
  readonly blobs: BlobStore;
  readonly models: ModelClient;
  readonly scripts: ScriptRunner;
  readonly clock: Clock;
  readonly random: Random;
  readonly prices: PriceList;
}
