import { err, ok, type Result } from '@/base/result';
import { builtInProviders } from '@/providers/built-in-providers';
import { type ProviderConfig, providerConfigSchema, windowsSchema } from '@/providers/provider-config';
import type { Env } from '../scripts/process-env';

/** Providers as the environment sets them up, and their keys, which are kept nowhere else. */
export interface EnvProviders {
  readonly providers: readonly ProviderConfig[];
  keyOf(provider: string): string | undefined;
}

/** A second name that a provider's own tools know for its key. */
const otherKeyNames: Readonly<Record<string, string>> = { google: 'GEMINI_API_KEY' };

/** Name of the variable that holds the key of a provider: `OPENAI_API_KEY`. */
export function keyVariable(provider: string): string {
  return `${prefixOf(provider)}_API_KEY`;
}

/**
 * The built-in providers, with `…_BASE_URL`, `…_API_KEY` and `…_CONTEXT_WINDOW` of the environment, and those of `named`, which speak the protocol of
 * OpenAI and must have a base URL. Where a base URL is given, it is for the server to ask for a key. Refused with what to say.
 */
export function envProviders(env: Env, named: readonly string[]): Result<EnvProviders, string> {
  const given = (name: string) => env[name]?.trim() || undefined;
  const providers: ProviderConfig[] = [];
  for (const provider of [...builtInProviders, ...named.map(ownProvider)]) {
    const variable = `${prefixOf(provider.id)}_BASE_URL`;
    const address = given(variable);
    if (address === undefined && provider.baseUrl === '' && provider.protocol !== 'simulated') {
      return err(`Where is ${provider.id}? Set ${variable} to its base URL.`);
    }
    const parsed = providerConfigSchema.safeParse(
      address === undefined ? provider : { ...provider, baseUrl: baseUrl(address, provider), needsKey: false },
    );
    if (!parsed.success) return err(`${variable} is no address that begins with http:// or https://.`);
    const windows = readWindows(given(windowVariable(provider.id)));
    if (!windows.ok) return err(`${windowVariable(provider.id)} ${windows.error}`);
    providers.push({ ...parsed.data, ...windows.value });
  }
  return ok({
    providers,
    keyOf: (id) => given(keyVariable(id)) ?? given(otherKeyNames[id] ?? ''),
  });
}

/** Name of the variable that holds the context windows of a provider's models: `OLLAMA_CONTEXT_WINDOW`. */
function windowVariable(provider: string): string {
  return `${prefixOf(provider)}_CONTEXT_WINDOW`;
}

/** Tokens for all models (`8192`), or model by model (`llama3.1:8b=8192, *=4096`). */
function readWindows(text: string | undefined): Result<Pick<ProviderConfig, 'windows'>, string> {
  if (text === undefined) return ok({});
  const entries = text.split(',').map((entry): readonly [string, number] => {
    const at = entry.lastIndexOf('=');
    return [at < 0 ? '*' : entry.slice(0, at).trim(), Number(entry.slice(at + 1).trim() || Number.NaN)];
  });
  const windows = windowsSchema.safeParse(Object.fromEntries(entries));
  if (windows.success) return ok({ windows: windows.data });
  return err('is no number of tokens, such as 8192, nor a list of them by model, such as llama3.1=8192,*=4096.');
}

function prefixOf(provider: string): string {
  return provider.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

function ownProvider(id: string): ProviderConfig {
  return { id, label: id, protocol: 'openai', baseUrl: '', needsKey: false };
}

/** Anthropic's own tools name its address without the version. */
function baseUrl(address: string, { protocol }: ProviderConfig): string {
  const url = address.replace(/\/+$/, '');
  return protocol === 'anthropic' && !url.endsWith('/v1') ? `${url}/v1` : url;
}
