import type { ModelReply, ModelRequest } from '@/engine/ports';
import type { ProviderConfig } from '../provider-config';

/** One call, with all that an adapter needs. `fetch` rejects with an `AppError` where there is no answer to read. */
export interface AdapterCall {
  readonly provider: ProviderConfig;
  readonly key: string | undefined;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly onText: (delta: string) => void;
  readonly fetch: typeof fetch;
}

/** Speaks one protocol. Rejects with an `AppError`. */
export type Adapter = (call: AdapterCall) => Promise<ModelReply>;
