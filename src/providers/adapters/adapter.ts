import type { CallFollower, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import type { ModelFacts } from '@/plan/model-facts';
import type { FileMarks } from '../file-marks';
import type { ProviderConfig } from '../provider-config';
import type { Wire } from '../wire';
import type { BlockMarks } from './maker-work/block-marks';

/** One call, with all that an adapter needs. */
export interface AdapterCall {
  readonly provider: ProviderConfig;
  readonly key: string | undefined;
  readonly request: ModelRequest;
  /** What is known of the model. */
  readonly facts: ModelFacts;
  readonly follower: CallFollower;
  /** What is not to be seen in any message: the key, values of headers. */
  readonly secrets: readonly string[];
  /** Stands for the bytes of files that messages attach; the way to the server puts them in. */
  readonly files: Pick<FileMarks, 'mark'>;
  /** Stands for what its maker's tools did in earlier turns; the adapter puts it into the body. */
  readonly blocks: BlockMarks;
  /** Opens the way to the server; what it rejects with is an `AppError`. */
  readonly wire: Wire;
}

/** Speaks one protocol. Rejects with an `AppError`. */
export type Adapter = (call: AdapterCall) => Promise<ModelReply>;
