import { boundedAnswer } from './bounded-answer';
import { classifyAnswer, serverSays } from './classify-error';
import { explainUnreachable } from './explain-unreachable';
import type { ProviderConfig } from './provider-config';
import { cancelled, providerError } from './provider-error';

/**
 * A fetch for one call that rejects with an `AppError` for all that is not the start of an answer: error statuses,
 * refused connections, missing CORS headers, web pages in the place of an answer. So errors are told apart in one
 * place, whatever library speaks the protocol.
 */
export function checkedFetch(call: {
  readonly provider: ProviderConfig;
  readonly model: string;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}): typeof fetch {
  const { provider, model, key, signal } = call;
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    // Not a header that servers expect in a preflight request; browsers that send it would be refused by some.
    headers.delete('user-agent');

    let response: Response;
    try {
      response = boundedAnswer(await call.fetch(input, { ...init, headers }), provider);
    } catch {
      if (!signal.aborted) throw await explainUnreachable(provider, call.fetch, signal);
      throw cancelled();
    }
    if (!response.ok) {
      const body = await response.text().catch(() => '');
      throw classifyAnswer(provider, {
        status: response.status,
        body,
        retryAfter: response.headers.get('retry-after'),
        model,
        key,
      });
    }
    // Some servers answer so, with status 200, when the path is wrong.
    if (/^(text\/html|application\/json)/.test(response.headers.get('content-type') ?? '')) {
      const said = serverSays(await response.text().catch(() => ''), key);
      throw providerError(provider, 'bad_request', `${provider.label} sent no answer of a model.${said}`, {
        advice: `Check its base URL in Models (${provider.baseUrl}). As a rule it ends with /v1.`,
      });
    }
    return response;
  };
}
