import { z } from 'zod';
import { nameSchema } from '@/base/name';

/** How a provider is spoken to. */
export const protocolSchema = z.enum(['openai', 'anthropic', 'simulated']);

/** A provider: built in, or named in settings with a base URL. Holds no key. */
export const providerConfigSchema = z.strictObject({
  id: nameSchema,
  label: z.string().min(1),
  protocol: protocolSchema,
  /** Without a slash at the end; empty for simulated ones. */
  baseUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  needsKey: z.boolean(),
});
export type ProviderConfig = z.infer<typeof providerConfigSchema>;
