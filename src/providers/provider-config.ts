import { z } from 'zod';
import { nameSchema } from '@/base/name-schema';

/**
 * The protocol of a provider: OpenAI's Responses, Anthropic's messages, Google's own (Gemini), chat completions
 * (formerly OpenAI's, still used by many others), or none.
 */
export const protocolSchema = z.enum(['openai', 'anthropic', 'google', 'compatible', 'simulated']);
export type Protocol = z.infer<typeof protocolSchema>;

/** A base address for paths. It must not contain a password, because messages show it and are stored in events. */
const address = z.url({ protocol: /^https?$/ }).refine((url) => !/^https?:\/\/[^/]*@/i.test(url));

/** Context windows in tokens, by model name; `*`: all other models of the provider. */
export const windowsSchema = z.record(z.string().min(1).max(200), z.number().int().min(1).max(1_000_000_000));

/** A whole number of at least 1 and at most `most`. */
const createNaturalSchema = (most: number) => z.number().int().min(1).max(most);

/**
 * What a provider may be sent in any minute, by all runs of a page or process together, and how many calls may be
 * active at once. A limit that is left out does not apply.
 */
export const providerLimitsSchema = z.strictObject({
  requests_per_minute: createNaturalSchema(1_000_000).exactOptional(),
  /** Input and output together. */
  tokens_per_minute: createNaturalSchema(1_000_000_000).exactOptional(),
  max_concurrency: createNaturalSchema(1000).exactOptional(),
});
export type ProviderLimits = z.infer<typeof providerLimitsSchema>;

/** Headers that Heddle or the browser sets itself. */
const ownHeaders = /^(host|content-length|content-type|cookie|origin|referer|connection|transfer-encoding)$/i;

/**
 * Headers for every request to the provider, by name (RFC 9110, 5.6.2). In a value, `{{secrets.NAME}}` is replaced by a
 * secret of this machine, which is stored like a key.
 */
export const headersSchema = z.record(
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/)
    .refine((name) => !ownHeaders.test(name)),
  z
    .string()
    .max(4000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/),
);

/** A provider: built in, or added in the settings with a base URL. Contains no key. */
export const providerConfigSchema = z
  .strictObject({
    id: nameSchema,
    label: z.string().min(1),
    protocol: protocolSchema,
    /** Without a trailing slash; empty for simulated providers. */
    baseUrl: z.union([z.literal(''), address]),
    needsKey: z.boolean(),
    headers: headersSchema.optional(),
    /** Context windows that the person set; left out: the known ones apply. */
    windows: windowsSchema.optional(),
    /** Left out: calls are never delayed. */
    limits: providerLimitsSchema.optional(),
  })
  .refine(({ protocol, baseUrl }) => protocol === 'simulated' || baseUrl !== '', { path: ['baseUrl'] });
export type ProviderConfig = z.infer<typeof providerConfigSchema>;
