import { z } from 'zod';
import { defined } from '@/base/defined';
import type { ProviderConfig } from './provider-config';

/** A model that a provider lists. */
export interface ServedModel {
  readonly name: string;
  /** The most tokens of input, if the provider reports it. */
  readonly maxInput?: number;
  /** The most tokens of a reply. */
  readonly maxOutput?: number;
  /** ISO date of its release, if the provider reports it. */
  readonly releasedOn?: string;
  /** ISO date after which the provider no longer serves it, if it reports one. */
  readonly endsOn?: string;
}

/** A page of a list, with the query of the next one. */
interface Page {
  readonly models: readonly ServedModel[];
  readonly next: string | undefined;
}

/**
 * How a protocol lists models: headers, the first query, and a parser of answers, which returns undefined if the answer
 * is not a list.
 */
interface Listing {
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>;
  readonly query: string;
  readonly read: (body: unknown) => Page | undefined;
}

/** The most characters of a name; models with longer names are left out. */
const maxName = 200;
const tokens = z.number().int().min(1).max(1_000_000_000).optional().catch(undefined);

/** A time as a day; what is no time is left out. */
const day = z.iso
  .datetime({ offset: true })
  .transform((time) => time.slice(0, 10))
  .optional()
  .catch(undefined);
/** Seconds since 1970 as a day. */
const secondsDay = z
  .number()
  .min(1)
  .max(4_000_000_000)
  .transform((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10))
  .optional()
  .catch(undefined);

/**
 * Source: developers.openai.com/api/reference, models: one page. Compatible servers send the same. `shutdown_date`:
 * developers.openai.com/api/docs/deprecations, "To monitor model shutdowns programmatically" (read 28 Nov 2026).
 */
const openai: Listing = {
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  query: '',
  read: (body) => {
    const list = z.object({ data: z.array(z.unknown()) }).safeParse(body).data?.data;
    return (
      list && { models: list.flatMap((each) => readListedModel(openaiModel.safeParse(each).data)), next: undefined }
    );
  },
};
const openaiModel = z
  .object({ id: z.string(), created: secondsDay, shutdown_date: z.iso.date().optional().catch(undefined) })
  .transform(({ id, created: releasedOn, shutdown_date: endsOn }) => ({ id, releasedOn, endsOn }));

/** Source: platform.claude.com/docs/en/api/models/list: pages of at most 1000, by `after_id`. */
const anthropic: Listing = {
  headers: (key) => ({
    'anthropic-version': '2023-06-01',
    // Without this header Anthropic sends no CORS headers.
    'anthropic-dangerous-direct-browser-access': 'true',
    ...defined({ 'x-api-key': key }),
  }),
  query: '?limit=1000',
  read: (body) => {
    const page = anthropicPage.safeParse(body).data;
    if (page === undefined) return undefined;
    const more = page.has_more === true && page.last_id;
    return {
      models: page.data.flatMap((each) => readListedModel(anthropicModel.safeParse(each).data)),
      next: more ? `?limit=1000&after_id=${encodeURIComponent(more)}` : undefined,
    };
  },
};
const anthropicPage = z.object({
  data: z.array(z.unknown()),
  has_more: z.boolean().optional(),
  last_id: z.string().max(1000).nullish(),
});
const anthropicModel = z
  .object({ id: z.string(), max_input_tokens: tokens, max_tokens: tokens, created_at: day })
  .transform(({ id, max_input_tokens: maxInput, max_tokens: maxOutput, created_at: releasedOn }) => ({
    id,
    maxInput,
    maxOutput,
    releasedOn,
  }));

/** Source: ai.google.dev/api/models, models.list: pages of at most 1000, by `pageToken`. */
const google: Listing = {
  headers: (key) => (key === undefined ? {} : { 'x-goog-api-key': key }),
  query: '?pageSize=1000',
  read: (body) => {
    const page = googlePage.safeParse(body).data;
    if (page === undefined) return undefined;
    const token = page.nextPageToken;
    return {
      models: page.models.flatMap((each) => readListedModel(googleModel.safeParse(each).data)),
      next: token ? `?pageSize=1000&pageToken=${encodeURIComponent(token)}` : undefined,
    };
  },
};
const googlePage = z.object({ models: z.array(z.unknown()), nextPageToken: z.string().max(10_000).optional() });
const googleModel = z
  .object({ name: z.string(), inputTokenLimit: tokens, outputTokenLimit: tokens })
  .transform(({ name, inputTokenLimit: maxInput, outputTokenLimit: maxOutput }) => ({ id: name, maxInput, maxOutput }));

const listings: Readonly<Record<string, Listing>> = { anthropic, google };

/** The listing of a provider's protocol. */
export function getListing({ protocol }: ProviderConfig): Listing {
  return listings[protocol] ?? openai;
}

interface Listed {
  readonly id: string;
  readonly maxInput?: number | undefined;
  readonly maxOutput?: number | undefined;
  readonly releasedOn?: string | undefined;
  readonly endsOn?: string | undefined;
}

/** Google puts `models/` before its names, also in OpenAI's protocol. */
function readListedModel(listed: Listed | undefined): readonly ServedModel[] {
  const { id, ...facts } = listed ?? { id: '' };
  const name = id.replace(/^models\//, '');
  if (name === '' || name.length > maxName) return [];
  return [{ name, ...defined(facts) }];
}
