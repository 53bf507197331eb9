import { err, ok, type Result } from '@/base/result';
import { builtInProviders } from '@/providers/built-in-providers';
import {
  headersSchema,
  type Protocol,
  type ProviderConfig,
  protocolSchema,
  providerConfigSchema,
  windowsSchema,
} from '@/providers/provider-config';
import type { Env } from '../processes/process-env';
import {
  formatBaseUrlVariable,
  formatHeadersVariable,
  formatKeyVariable,
  formatLimitsVariable,
  formatWindowVariable,
} from './env-variables';
import { readLimits } from './read-limits';

/** Providers as the environment configures them, and their keys, which are stored nowhere else. */
export interface EnvProviders {
  readonly providers: readonly ProviderConfig[];
  keyOf(provider: string): string | undefined;
}

/** A second name that a provider's own tools use for its key. */
const otherKeyNames: Readonly<Record<string, string>> = { google: 'GEMINI_API_KEY' };

/**
 * The built-in providers, with `…_BASE_URL`, `…_API_KEY`, `…_HEADERS`, `…_CONTEXT_WINDOW` and `…_LIMITS` of the
 * environment. Also those of `named`, which use chat completions and must have a base URL. With a base URL, no key is
 * required; the server may ask for one. `protocols`: the protocol at base URLs of the environment, instead of the
 * provider's own: `compatible` for all of them, or `openai=compatible` for one. Refused with a message.
 */
export function readEnvProviders(
  env: Env,
  named: readonly string[],
  protocols: readonly string[] = [],
): Result<EnvProviders, string> {
  const readVariable = (name: string) => env[name]?.trim() || undefined;
  const wished = readProtocols(protocols);
  if (!wished.ok) return wished;
  const providers: ProviderConfig[] = [];
  for (const provider of [...builtInProviders, ...named.map(createOwnProvider)]) {
    const variable = formatBaseUrlVariable(provider.id);
    const address = readVariable(variable);
    if (address === undefined && provider.baseUrl === '' && provider.protocol !== 'simulated') {
      return err(`Where is ${provider.id}? Set ${variable} to its base URL.`);
    }
    const protocol = wished.value.get(provider.id) ?? wished.value.get('') ?? provider.protocol;
    const parsed = providerConfigSchema.safeParse(
      address === undefined
        ? provider
        : { ...provider, protocol, baseUrl: buildBaseUrl(address, protocol), needsKey: false },
    );
    if (!parsed.success) return err(`${variable} is not an address that begins with http:// or https://.`);
    const windows = readWindows(readVariable(formatWindowVariable(provider.id)));
    if (!windows.ok) return err(`${formatWindowVariable(provider.id)} ${windows.error}`);
    const headers = readHeaders(readVariable(formatHeadersVariable(provider.id)));
    if (!headers.ok) return err(`${formatHeadersVariable(provider.id)} ${headers.error}`);
    const limits = readLimits(readVariable(formatLimitsVariable(provider.id)));
    if (!limits.ok) return err(`${formatLimitsVariable(provider.id)}${limits.error}`);
    providers.push({ ...parsed.data, ...windows.value, ...headers.value, ...limits.value });
  }
  return ok({
    providers,
    keyOf: (id) => readVariable(formatKeyVariable(id)) ?? readVariable(otherKeyNames[id] ?? ''),
  });
}

/** A JSON object of texts. `{{secrets.NAME}}` in a text is replaced by `HEDDLE_SECRET_NAME`. */
function readHeaders(text: string | undefined): Result<Pick<ProviderConfig, 'headers'>, string> {
  if (text === undefined) return ok({});
  const why = 'is not a JSON object of headers, such as {"x-portkey-provider": "openai"}.';
  try {
    const headers = headersSchema.safeParse(JSON.parse(text));
    return headers.success ? ok({ headers: headers.data }) : err(why);
  } catch {
    return err(why);
  }
}

/** Protocols by provider id; the empty id is for all others. */
function readProtocols(wishes: readonly string[]): Result<ReadonlyMap<string, Protocol>, string> {
  const protocols = new Map<string, Protocol>();
  for (const wish of wishes) {
    const at = wish.indexOf('=');
    const parsed = protocolSchema.exclude(['simulated']).safeParse(wish.slice(at + 1));
    if (!parsed.success) return err(`--protocol ${wish}: there are openai, anthropic, google, compatible.`);
    protocols.set(wish.slice(0, Math.max(at, 0)), parsed.data);
  }
  return ok(protocols);
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
  return err('is not a number of tokens, such as 8192, nor a list of them by model, such as llama3.1=8192,*=4096.');
}

function createOwnProvider(id: string): ProviderConfig {
  return { id, label: id, protocol: 'compatible', baseUrl: '', needsKey: false };
}

/** Anthropic's and Google's own tools use addresses without the version, which is added here. */
function buildBaseUrl(address: string, protocol: Protocol): string {
  const url = address.replace(/\/+$/, '');
  if (protocol === 'anthropic') return url.endsWith('/v1') ? url : `${url}/v1`;
  return protocol === 'google' && !/\/v\d+\w*$/.test(url) ? `${url}/v1beta` : url;
}
