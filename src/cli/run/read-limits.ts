import { err, ok, type Result } from '@/base/result';
import { type ProviderConfig, type ProviderLimits, providerLimitsSchema } from '@/providers/provider-config';

/** Short names, as providers write them. */
const shortNames: Readonly<Record<string, string>> = { rpm: 'requests_per_minute', tpm: 'tokens_per_minute' };

const form = 'such as rpm=60, tpm=30000, max_concurrency=4, or a JSON object of requests_per_minute and the like.';

/**
 * Limits of a provider from the environment: `rpm=60, tpm=30000, max_concurrency=4`, or a JSON object. A refusal is the
 * rest of a sentence that begins with the name of the variable.
 */
export function readLimits(text: string | undefined): Result<Pick<ProviderConfig, 'limits'>, string> {
  if (text === undefined) return ok({});
  const entries = text.startsWith('{') ? fromJson(text) : fromList(text);
  if (entries === undefined) return err(` is not a list of limits, ${form}`);
  const limits: Record<string, unknown> = {};
  for (const [given, value] of entries) {
    const name = Object.hasOwn(shortNames, given) ? (shortNames[given] ?? given) : given;
    if (!isLimit(name)) return err(` has a limit that is not known: there are rpm, tpm and max_concurrency, ${form}`);
    if (Object.hasOwn(limits, name)) return err(` says ${name} twice.`);
    const { success } = providerLimitsSchema.shape[name].safeParse(value);
    if (!success) return err(`: ${given} is a whole number from 1 to ${getHighestLimit(name)}.`);
    limits[name] = value;
  }
  return ok(entries.length === 0 ? {} : { limits: providerLimitsSchema.parse(limits) });
}

function isLimit(name: string): name is keyof ProviderLimits {
  return Object.hasOwn(providerLimitsSchema.shape, name);
}

function getHighestLimit(name: keyof ProviderLimits): number {
  return providerLimitsSchema.shape[name].unwrap().maxValue ?? Number.MAX_SAFE_INTEGER;
}

function fromJson(text: string): readonly (readonly [string, unknown])[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
  } catch {
    return undefined;
  }
}

function fromList(text: string): readonly (readonly [string, unknown])[] | undefined {
  const entries = text.split(',').map((entry): readonly [string, unknown] => {
    const [name = '', value = ''] = entry.split('=').map((part) => part.trim());
    return [name, value === '' ? Number.NaN : Number(value)];
  });
  return entries.every(([name]) => /^[a-z_]+$/.test(name)) ? entries : undefined;
}
