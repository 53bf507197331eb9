import type { CallFollower, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import type { ModelFacts } from '@/plan/model-facts';
import type { FileMarks } from '../file-marks';
import type { ProviderConfig } from '../provider-config';
import type { Wire } from '../wire';
import type { BlockMarks } from './maker-work/block-marks';

/** One call with everything that an adapter needs. */
export interface AdapterCall {
  readonly provider: ProviderConfig;
  readonly key: string | undefined;
  readonly request: ModelRequest;
  /** Known facts of the model. */
  readonly facts: ModelFacts;
  readonly follower: CallFollower;
  /** Texts that no message may contain: the key, and values of headers. */
  readonly secrets: readonly string[];
  /** Represents the bytes of attached files; the wire inserts them. */
  readonly files: Pick<FileMarks, 'mark'>;
  /** Represents blocks of maker's tools from earlier turns; the adapter inserts them into the body. */
  readonly blocks: BlockMarks;
  /** The connection to the server; it rejects with an `AppError`. */
  readonly wire: Wire;
}

/** Makes calls in one protocol. Rejects with an `AppError`. */
export type Adapter = (call: AdapterCall) => Promise<ModelReply>;
