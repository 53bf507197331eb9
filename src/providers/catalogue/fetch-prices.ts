import { boundedBytes } from '@/base/bounded-body';
import { AppError } from '@/base/errors';
import { withinOrigin } from '@/base/within-origin';
import { priceDataLimits, readPriceData } from './price-data';

const patienceMs = 30_000;

/**
 * Fetches the price list from its published address, and trims it to what is used. Errors: `PROVIDER_ERROR` if it
 * cannot be fetched, `VALIDATION_ERROR` if it is no price list, or too large a one.
 */
export async function fetchPrices(url: string, get: typeof fetch): Promise<unknown> {
  const send = withinOrigin(get, (message, advice) => new AppError('PROVIDER_ERROR', message, { advice }));
  let response: Response;
  try {
    response = await send(url, { signal: AbortSignal.timeout(patienceMs), credentials: 'omit', cache: 'no-cache' });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unreachable(url, 'It could not be reached.', cause);
  }
  if (!response.ok) throw unreachable(url, `It answered with status ${response.status}.`);
  const bytes = await boundedBytes(response.body, priceDataLimits.bytes).catch((cause: unknown) => {
    throw unreachable(url, 'It broke off.', cause);
  });
  if (bytes === undefined) throw refused(`It has more than ${priceDataLimits.bytes / 2 ** 20} MB.`);
  return keptOf(bytes);
}

function keptOf(bytes: Uint8Array): unknown {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder().decode(bytes));
    readPriceData(data);
  } catch (cause) {
    throw refused(cause instanceof RangeError ? cause.message : 'It is not JSON.', cause);
  }
  return (data as readonly unknown[]).map((provider) => only(provider, ['id', 'models'], trimmedModels));
}

function trimmedModels(models: unknown): unknown {
  if (!Array.isArray(models)) return models;
  return models.map((model) => only(model, ['id', 'match', 'context_window', 'prices'], (value) => value));
}

/** An object with only the named members; `make` converts the last of these. */
function only(value: unknown, names: readonly string[], make: (last: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => names.includes(name));
  return Object.fromEntries(kept.map(([name, of]) => [name, name === names.at(-1) ? make(of) : of]));
}

function unreachable(url: string, why: string, cause?: unknown): AppError {
  return new AppError('PROVIDER_ERROR', `The price list at ${new URL(url).host} was not fetched. ${why}`, {
    advice: 'The earlier prices stay in use. Try again later.',
    retryable: true,
    cause,
  });
}

function refused(why: string, cause?: unknown): AppError {
  return new AppError('VALIDATION_ERROR', `The fetched price list was rejected. ${why}`, {
    advice: 'The earlier prices stay in use.',
    cause,
  });
}
