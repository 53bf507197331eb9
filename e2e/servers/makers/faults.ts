import type { Asked, Maker, Refusal } from './rule';

/** A provider's body for an error status, and its headers. `seconds`: value of `retry-after`. */
export function statusOf(
  asked: Asked,
  status: number,
  seconds: string | undefined,
): { readonly refusal: Refusal; readonly headers: Readonly<Record<string, string>> } {
  const headers = seconds === undefined ? {} : { 'retry-after': seconds };
  const spent = status === 429 ? limitsOf(asked.maker, 0, seconds) : {};
  return { refusal: refusalOf(asked, status, seconds ?? '1'), headers: { ...spent, ...headers } };
}

/** The headers in which a provider reports the remaining quota. Google and the plain server report none. */
export function limitsOf(maker: Maker, left: number, seconds = '1'): Readonly<Record<string, string>> {
  if (maker === 'openai') {
    return {
      'x-ratelimit-limit-requests': '500',
      'x-ratelimit-remaining-requests': String(left),
      'x-ratelimit-reset-requests': `${seconds}s`,
      'x-ratelimit-limit-tokens': '200000',
      'x-ratelimit-remaining-tokens': String(left * 400),
      'x-ratelimit-reset-tokens': `${seconds}s`,
    };
  }
  if (maker !== 'anthropic') return {};
  const reset = new Date(Date.now() + Number(seconds) * 1000).toISOString();
  return {
    'anthropic-ratelimit-requests-limit': '500',
    'anthropic-ratelimit-requests-remaining': String(left),
    'anthropic-ratelimit-requests-reset': reset,
    'anthropic-ratelimit-tokens-limit': '200000',
    'anthropic-ratelimit-tokens-remaining': String(left * 400),
    'anthropic-ratelimit-tokens-reset': reset,
  };
}

function refusalOf({ maker, model }: Asked, status: number, seconds: string): Refusal {
  if (maker === 'anthropic') return { status, ...(anthropic[status] ?? anthropicOther) };
  if (maker === 'google') return googleStatus(status, seconds);
  if (status === 429) {
    return {
      status,
      message: `Rate limit reached for ${model} in organization org-test on requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in ${seconds}s. Visit https://platform.openai.com/account/rate-limits to learn more.`,
      type: 'requests',
      code: 'rate_limit_exceeded',
    };
  }
  const message =
    status === 503
      ? 'The engine is currently overloaded, please try again later'
      : 'The server had an error while processing your request. Sorry about that!';
  return { status, message, type: 'server_error' };
}

const anthropicOther = { type: 'api_error', message: 'Internal server error' };
const anthropic: Readonly<Record<number, { readonly type: string; readonly message: string }>> = {
  402: { type: 'billing_error', message: 'Your credit balance is too low to access the Anthropic API.' },
  429: {
    type: 'rate_limit_error',
    message: "This request would exceed your organization's rate limit of 500 requests per minute.",
  },
  529: { type: 'overloaded_error', message: 'Overloaded' },
};

function googleStatus(status: number, seconds: string): Refusal {
  if (status === 429) {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` }];
    return {
      status,
      type: 'RESOURCE_EXHAUSTED',
      message: 'You exceeded your current quota, please check your plan and billing details.',
      details,
    };
  }
  return status === 503
    ? { status, type: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' }
    : { status, type: 'INTERNAL', message: 'An internal error has occurred.' };
}
