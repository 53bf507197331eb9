import type { Protocol } from '../provider-config';
import type { Adapter } from './adapter';
import { answerSimulated } from './simulated';

/** Loaded on demand: each protocol has its own library, and most runs need only one. */
const loaders: { readonly [P in Protocol]: () => Promise<Adapter> } = {
  openai: async () => (await import('./openai')).sendToOpenai,
  anthropic: async () => (await import('./anthropic')).sendToAnthropic,
  google: async () => (await import('./google')).sendToGoogle,
  compatible: async () => (await import('./compatible')).sendToCompatible,
  simulated: async () => answerSimulated,
};

const loaded = new Map<Protocol, Adapter>();

/** The adapter of a protocol. Rejects with the error of `import` if it cannot be fetched; the next call tries again. */
export async function loadAdapter(protocol: Protocol): Promise<Adapter> {
  const known = loaded.get(protocol);
  if (known !== undefined) return known;
  const adapter = await loaders[protocol]();
  loaded.set(protocol, adapter);
  return adapter;
}
