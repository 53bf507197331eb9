import { z } from 'zod';
import { nameSchema } from '@/base/name';

/** How a provider is spoken to. */
export const protocolSchema = z.enum(['openai', 'anthropic', 'simulated']);

/** An address to which paths are added. It may hold no password, as it is shown in messages, which are stored in events. */
const address = z.url({ protocol: /^https?$/ }).refine((url) => !/^https?:\/\/[^/]*@/i.test(url));

/** Context windows in tokens, by the names of models; `*`: of all others of the provider. */
export const windowsSchema = z.record(z.string().min(1).max(200), z.number().int().min(1).max(1_000_000_000));

/** A provider: built in, or named in settings with a base URL. Holds no key. */
export const providerConfigSchema = z
  .strictObject({
    id: nameSchema,
    label: z.string().min(1),
    protocol: protocolSchema,
    /** Without a slash at the end; empty for simulated ones. */
    baseUrl: z.union([z.literal(''), address]),
    needsKey: z.boolean(),
    /** What the person says of its models; left out: what is known of them holds. */
    windows: windowsSchema.optional(),
  })
  .refine(({ protocol, baseUrl }) => protocol === 'simulated' || baseUrl !== '', { path: ['baseUrl'] });
export type ProviderConfig = z.infer<typeof providerConfigSchema>;
