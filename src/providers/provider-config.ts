import { z } from 'zod';
import { nameSchema } from '@/base/name-schema';

/**
 * How a provider is spoken to: OpenAI's Responses, Anthropic's messages, Google's own (Gemini), chat completions as
 * OpenAI had them before and many others have them still, or not at all.
 */
export const protocolSchema = z.enum(['openai', 'anthropic', 'google', 'compatible', 'simulated']);
export type Protocol = z.infer<typeof protocolSchema>;

/**
 * An address to which paths are added. It may hold no password, as it is shown in messages, which are stored in events.
 */
const address = z.url({ protocol: /^https?$/ }).refine((url) => !/^https?:\/\/[^/]*@/i.test(url));

/** Context windows in tokens, by the names of models; `*`: of all others of the provider. */
export const windowsSchema = z.record(z.string().min(1).max(200), z.number().int().min(1).max(1_000_000_000));

/** A whole number of at least 1 and at most `most`. */
const natural = (most: number) => z.number().int().min(1).max(most);

/**
 * What a provider may be sent in any minute, by all runs of a page or of a process together, and how many calls may be
 * under way at once. What is left out is not limited.
 */
export const providerLimitsSchema = z.strictObject({
  requests_per_minute: natural(1_000_000).exactOptional(),
  /** Input and output together. */
  tokens_per_minute: natural(1_000_000_000).exactOptional(),
  max_concurrency: natural(1000).exactOptional(),
});
export type ProviderLimits = z.infer<typeof providerLimitsSchema>;

/** Headers that Heddle or the browser sets itself. */
const ownHeaders = /^(host|content-length|content-type|cookie|origin|referer|connection|transfer-encoding)$/i;

/**
 * Headers that every request to the provider carries, by name (RFC 9110, 5.6.2). In a value `{{secrets.NAME}}` stands
 * for a secret of the machine, which is kept like a key.
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

/** A provider: built in, or named in settings with a base URL. Holds no key. */
export const providerConfigSchema = z
  .strictObject({
    id: nameSchema,
    label: z.string().min(1),
    protocol: protocolSchema,
    /** Without a slash at the end; empty for simulated ones. */
    baseUrl: z.union([z.literal(''), address]),
    needsKey: z.boolean(),
    headers: headersSchema.optional(),
    /** What the person says of its models; left out: what is known of them holds. */
    windows: windowsSchema.optional(),
    /** Left out: calls are never held back. */
    limits: providerLimitsSchema.optional(),
  })
  .refine(({ protocol, baseUrl }) => protocol === 'simulated' || baseUrl !== '', { path: ['baseUrl'] });
export type ProviderConfig = z.infer<typeof providerConfigSchema>;
