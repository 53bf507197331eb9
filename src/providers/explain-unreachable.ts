import { AppError } from '@/base/errors';
import { longestProbeMs, wasConnected } from '@/base/unanswered';
import type { ProviderConfig } from './provider-config';
import { createProviderError } from './provider-error';

/** A request that got no answer, and the means to find out why. */
interface UnansweredRequest {
  /** The error of `fetch`. */
  readonly failure: unknown;
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
 * permission works. Outside a page there is no CORS. Nothing is asked of a server that has answered this page before:
 * its CORS headers are known to be there, so the call is tried again, and must not wait.
 */
export async function explainProviderUnreachable(
  provider: ProviderConfig,
  unanswered: UnansweredRequest,
): Promise<AppError> {
  const { failure, isReached } = unanswered;
  const inPage = globalThis.location !== undefined;
  if ((inPage && isReached) || !(wasConnected(failure) ?? (await isThere(provider, unanswered)))) {
    return createProviderError(provider, 'network', `No answer from ${getHost(provider)}.`, {
      advice: formatUnreachableAdvice(provider),
    });
  }
  if (!inPage || (await isAnsweringPage(provider, unanswered))) {
    return createProviderError(provider, 'network', `${provider.label} broke the connection before it answered.`, {
      advice: 'This is usually temporary. Run the task again later.',
    });
  }
  return createProviderError(provider, 'cors', `${provider.label} runs, but does not let this page use it (CORS).`, {
    advice: formatCorsAdvice(provider),
  });
}

/** Whether anything answers at the address. Such a request needs no permission, and shows nothing else. */
async function isThere({ baseUrl }: ProviderConfig, { fetch: fetcher, signal }: UnansweredRequest): Promise<boolean> {
  const answer = await isAnswered((bounded) => fetcher(baseUrl, { mode: 'no-cors', signal: bounded }), signal);
  return answer === 'yes';
}

/**
 * Whether the server may let this page read an answer: requests its list of models with the headers of the failed
 * request. A server that takes its time is not one that refuses.
 */
async function isAnsweringPage(
  { baseUrl }: ProviderConfig,
  { fetch: fetcher, signal, headers }: UnansweredRequest,
): Promise<boolean> {
  const sent = new Headers(headers);
  sent.delete('content-type');
  const sendBounded = (bounded: AbortSignal) => fetcher(`${baseUrl}/models`, { headers: sent, signal: bounded });
  return (await isAnswered(sendBounded, signal)) !== 'no';
}

/** Whether a request is answered in time. `late`: it was neither answered nor refused. */
async function isAnswered(
  send: (bounded: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<'yes' | 'no' | 'late'> {
  const end = AbortSignal.timeout(longestProbeMs);
  try {
    const { body } = await send(AbortSignal.any([signal, end]));
    // Nobody reads the answer, which would keep the connection open.
    body?.cancel().catch(() => undefined);
    return 'yes';
  } catch (error) {
    // A redirect that is not followed is an answer.
    if (error instanceof AppError) return 'yes';
    return end.aborted ? 'late' : 'no';
  }
}

/** The kind of the server, from its id or its default port. */
function guessServer(provider: ProviderConfig): 'ollama' | 'lmstudio' | 'vllm' | undefined {
  const { port } = new URL(provider.baseUrl);
  const id = provider.id.toLowerCase();
  if (id.includes('ollama') || port === '11434') return 'ollama';
  if (/lm[_.-]?studio/.test(id) || port === '1234') return 'lmstudio';
  return id.includes('vllm') ? 'vllm' : undefined;
}

function formatCorsAdvice(provider: ProviderConfig): string {
  const origin = globalThis.location?.origin ?? '*';
  switch (guessServer(provider)) {
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

function formatUnreachableAdvice(provider: ProviderConfig): string {
  const url = new URL(provider.baseUrl);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !local && globalThis.location?.protocol === 'https:') {
    return `Browsers do not let a page served over https use http addresses. Serve ${url.host} over https, or open Heddle from this computer.`;
  }
  if (guessServer(provider) === 'ollama') return 'Start it with: ollama serve';
  return local
    ? `Start ${provider.label}, and check its address in Models.`
    : `Check the connection of this computer, and the address of ${provider.label} in Models.`;
}

function getHost(provider: ProviderConfig): string {
  return new URL(provider.baseUrl).host;
}
