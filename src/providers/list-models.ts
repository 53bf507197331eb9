import { readBoundedBytes } from '@/base/bounded-body';
import { createCancelledError } from '@/base/cancelled';
import { AppError } from '@/base/errors';
import { classifyAnswer, readRetryAfter } from './classify-error';
import { explainProviderUnreachable } from './explain-unreachable';
import { getListing, type ServedModel } from './model-listings';
import type { ProviderConfig } from './provider-config';
import { createProviderError, createProviderFetch } from './provider-error';

/** The models of a provider, in alphabetical order. `isCut`: the provider lists more than the limit. */
export interface ServedModels {
  readonly models: readonly ServedModel[];
  readonly isCut: boolean;
}

/** Limits for a provider's list, whatever it sends. OpenRouter listed about 700 models by November 2026. */
export const listLimits = { bytes: 8 * 2 ** 20, models: 10_000, pages: 100 } as const;

interface ListCall {
  readonly provider: ProviderConfig;
  readonly key: string | undefined;
  /** Headers set by the person, with secrets inserted. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}

/**
 * Requests the models of a provider. Errors: those of a call, `RESOURCE_EXHAUSTION` if the answer is too long, and
 * `PROVIDER_ERROR` if it is not a list. Beyond {@link listLimits} further models are left out.
 */
export async function listModels(call: ListCall): Promise<ServedModels> {
  const { provider } = call;
  if (provider.protocol === 'simulated') return { models: [{ name: 'default' }, { name: 'fast' }], isCut: false };
  const listing = getListing(provider);
  const found = new Map<string, ServedModel>();
  let next: string | undefined = listing.query;
  let isCut = false;
  for (let pages = 0; next !== undefined && !isCut; pages += 1) {
    const page = listing.read(await requestList(call, listing, next));
    if (page === undefined) throw createNoListError(provider);
    for (const model of page.models) {
      if (found.size >= listLimits.models && !found.has(model.name)) isCut = true;
      else found.set(model.name, model);
    }
    next = page.next;
    // Stops if a server returns the same page again and again.
    if (next !== undefined && pages + 1 >= listLimits.pages) isCut = true;
  }
  const models = [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { models, isCut };
}

async function requestList(
  { provider, key, headers = {}, signal, fetch }: ListCall,
  listing: ReturnType<typeof getListing>,
  query: string,
): Promise<unknown> {
  const get = createProviderFetch(provider, fetch);
  const sent = new Headers(listing.headers(key));
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const secrets = [key ?? '', ...Object.values(headers)];
  let response: Response;
  let bytes: Uint8Array | undefined;
  try {
    response = await get(`${provider.baseUrl}/models${query}`, { headers: sent, signal });
    bytes = await readBoundedBytes(response.body, listLimits.bytes);
  } catch (failure) {
    if (signal.aborted) throw createCancelledError('The call');
    if (failure instanceof AppError) throw failure;
    throw await explainProviderUnreachable(provider, { failure, fetch: get, signal, headers: sent, isReached: false });
  }
  if (bytes === undefined) throw createTooLongError(provider);
  const body = new TextDecoder().decode(bytes);
  if (!response.ok) {
    const retryAfterMs = readRetryAfter(response.headers, Date.now());
    throw classifyAnswer(provider, { status: response.status, body, retryAfterMs, model: 'a list of models', secrets });
  }
  try {
    return JSON.parse(body);
  } catch {
    throw createNoListError(provider);
  }
}

function createNoListError(provider: ProviderConfig): AppError {
  return createProviderError(provider, 'bad_request', `${provider.label} sent no list of models.`, {
    advice: `Check its base URL in Models (${provider.baseUrl}). It usually ends with /v1.`,
  });
}

function createTooLongError({ id, label }: ProviderConfig): AppError {
  const most = listLimits.bytes / 2 ** 20;
  return new AppError(
    'RESOURCE_EXHAUSTION',
    `${label} sent more than ${most} MB as its list of models, so it was stopped.`,
    {
      advice: 'Write the name of the model yourself.',
      details: { resource: 'answer', limit: listLimits.bytes, provider: id },
    },
  );
}
