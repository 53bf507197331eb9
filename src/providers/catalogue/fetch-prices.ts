import { readBoundedBytes } from '@/base/bounded-body';
import { AppError } from '@/base/errors';
import { createOriginFetch } from '@/base/within-origin';
import { priceDataLimits, readPriceData } from './price-data';

const patienceMs = 30_000;

/**
 * Fetches the price list from its published address, and trims it to what is used. Errors: `PROVIDER_ERROR` if it
 * cannot be fetched, `VALIDATION_ERROR` if it is no price list, or too large a one.
 */
export async function fetchPrices(url: string, get: typeof fetch): Promise<unknown> {
  const send = createOriginFetch(get, (message, advice) => new AppError('PROVIDER_ERROR', message, { advice }));
  let response: Response;
  try {
    response = await send(url, { signal: AbortSignal.timeout(patienceMs), credentials: 'omit', cache: 'no-cache' });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw createUnreachableError(url, 'It could not be reached.', cause);
  }
  if (!response.ok) throw createUnreachableError(url, `It answered with status ${response.status}.`);
  const bytes = await readBoundedBytes(response.body, priceDataLimits.bytes).catch((cause: unknown) => {
    throw createUnreachableError(url, 'It broke off.', cause);
  });
  if (bytes === undefined) throw createListRefusal(`It has more than ${priceDataLimits.bytes / 2 ** 20} MB.`);
  return selectKept(bytes);
}

function selectKept(bytes: Uint8Array): unknown {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder().decode(bytes));
    readPriceData(data);
  } catch (cause) {
    throw createListRefusal(cause instanceof RangeError ? cause.message : 'It is not JSON.', cause);
  }
  return (data as readonly unknown[]).map((provider) => selectMembers(provider, ['id', 'models'], trimModels));
}

function trimModels(models: unknown): unknown {
  if (!Array.isArray(models)) return models;
  return models.map((model) => selectMembers(model, ['id', 'match', 'context_window', 'prices'], (value) => value));
}

/** An object with only the named members; `make` converts the last of these. */
function selectMembers(value: unknown, names: readonly string[], make: (last: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => names.includes(name));
  return Object.fromEntries(kept.map(([name, of]) => [name, name === names.at(-1) ? make(of) : of]));
}

function createUnreachableError(url: string, why: string, cause?: unknown): AppError {
  return new AppError('PROVIDER_ERROR', `The price list at ${new URL(url).host} was not fetched. ${why}`, {
    advice: 'The earlier prices stay in use. Try again later.',
    retryable: true,
    cause,
  });
}

function createListRefusal(why: string, cause?: unknown): AppError {
  return new AppError('VALIDATION_ERROR', `The fetched price list was rejected. ${why}`, {
    advice: 'The earlier prices stay in use.',
    cause,
  });
}
