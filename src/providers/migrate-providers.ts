import { z } from 'zod';
import { type ProviderConfig, providerConfigSchema } from './provider-config';

/** Version of the saved format of providers. */
const savedVersion = 2;

/** Version 1 was a bare list, in which `openai` meant chat completions, of OpenAI or of any other server. */
const saved = z.union([
  z.array(z.unknown()).transform((providers) => ({ version: 1, providers })),
  z.object({ version: z.number().int(), providers: z.array(z.unknown()) }),
]);

/** Providers in the format in which they are saved. */
export function buildSavedProviders(providers: readonly ProviderConfig[]) {
  return { version: savedVersion, providers };
}

/**
 * Reads saved providers of any version. A damaged one is left out: the others still work. `isNewer`: a newer Heddle
 * saved them, and they must not be changed.
 */
export function readProviders(value: unknown): {
  readonly providers: readonly ProviderConfig[];
  readonly isNewer: boolean;
} {
  const { success, data } = saved.safeParse(value);
  if (!success) return { providers: [], isNewer: false };
  if (data.version > savedVersion) return { providers: [], isNewer: true };
  const current = data.version === 1 ? data.providers.map(toVersion2) : data.providers;
  const providers = current.flatMap((entry) => {
    const parsed = providerConfigSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  return { providers, isNewer: false };
}

const first = z.looseObject({ protocol: z.literal('openai'), baseUrl: z.string() });
const openaiHost = /^https:\/\/api\.openai\.com(\/|$)/i;
const googleHost = /^https:\/\/generativelanguage\.googleapis\.com(\/|$)/i;

/** Since version 2, OpenAI and Google have their own protocols, and chat completions have their own name. */
function toVersion2(entry: unknown): unknown {
  const { success, data } = first.safeParse(entry);
  if (!success) return entry;
  if (openaiHost.test(data.baseUrl)) return data;
  if (!googleHost.test(data.baseUrl)) return { ...data, protocol: 'compatible' };
  return { ...data, protocol: 'google', baseUrl: data.baseUrl.replace(/\/openai\/*$/, '') };
}
