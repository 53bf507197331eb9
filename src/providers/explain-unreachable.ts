import type { AppError } from '@/base/errors';
import type { ProviderConfig } from './provider-config';
import { providerError } from './provider-error';

/** Data for a further request to a server that did not answer, to find out why. */
interface Probe {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** The headers of the failed request. */
  readonly headers: Headers;
  /** Whether the server has answered this page before. */
  readonly isReached: boolean;
}

/**
 * The error for a request that got no answer. In a page, a refused connection, a reset one, and an answer without CORS
 * headers look the same, so further requests distinguish them: nothing works, everything works, or only what needs no
 * permission works. Outside a page there is no CORS.
 */
export async function explainProviderUnreachable(provider: ProviderConfig, probe: Probe): Promise<AppError> {
  if (!(await isThere(provider, probe))) {
    return providerError(provider, 'network', `No answer from ${hostOf(provider)}.`, {
      advice: unreachableAdvice(provider),
    });
  }
  const isAllowed = globalThis.location === undefined || probe.isReached || (await answersPage(provider, probe));
  if (isAllowed) {
    return providerError(provider, 'network', `${provider.label} broke the connection before it answered.`, {
      advice: 'This is usually temporary. Run the task again later.',
    });
  }
  return providerError(provider, 'cors', `${provider.label} runs, but does not let this page use it (CORS).`, {
    advice: corsAdvice(provider),
  });
}

/** Whether anything answers at the address. Such a request needs no permission, and shows nothing else. */
async function isThere(provider: ProviderConfig, { fetch: fetcher, signal }: Probe): Promise<boolean> {
  try {
    await fetcher(provider.baseUrl, { mode: 'no-cors', signal });
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the server lets this page read an answer: requests its list of models with the headers of the failed request.
 */
async function answersPage(provider: ProviderConfig, { fetch: fetcher, signal, headers }: Probe): Promise<boolean> {
  const modelsHeaders = new Headers(headers);
  modelsHeaders.delete('content-type');
  try {
    await fetcher(`${provider.baseUrl}/models`, { headers: modelsHeaders, signal });
    return true;
  } catch {
    return false;
  }
}

/** The kind of the server, from its id or its default port. */
function serverOf(provider: ProviderConfig): 'ollama' | 'lmstudio' | 'vllm' | undefined {
  const { port } = new URL(provider.baseUrl);
  const id = provider.id.toLowerCase();
  if (id.includes('ollama') || port === '11434') return 'ollama';
  if (/lm[_.-]?studio/.test(id) || port === '1234') return 'lmstudio';
  return id.includes('vllm') ? 'vllm' : undefined;
}

function corsAdvice(provider: ProviderConfig): string {
  const origin = globalThis.location?.origin ?? '*';
  switch (serverOf(provider)) {
    case 'ollama':
      return `Allow this page: quit Ollama and start it again with OLLAMA_ORIGINS=${origin} ollama serve`;
    case 'lmstudio':
      return 'Allow this page: in LM Studio, open the server settings, turn on “Enable CORS” and start the server again.';
    case 'vllm':
      return `Allow this page: start vLLM again with --allowed-origins '["${origin}"]'`;
    case undefined:
      return `Set ${provider.label} up to allow requests from ${origin}, or put a proxy before it that adds the CORS headers.`;
  }
}

function unreachableAdvice(provider: ProviderConfig): string {
  const url = new URL(provider.baseUrl);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !local && globalThis.location?.protocol === 'https:') {
    return `Browsers do not let a page served over https use http addresses. Serve ${url.host} over https, or open Heddle from this computer.`;
  }
  if (serverOf(provider) === 'ollama') return 'Start it with: ollama serve';
  return local
    ? `Start ${provider.label}, and check its address in Models.`
    : `Check the connection of this computer, and the address of ${provider.label} in Models.`;
}

function hostOf(provider: ProviderConfig): string {
  return new URL(provider.baseUrl).host;
}
