/** What is left of an allowance: `left` until `until` (ms since 1970), when the server counts anew. */
export interface Allowance {
  readonly left: number;
  readonly until: number;
}

/** What a server says may still be sent to the model that it was asked for. */
export interface RateSaid {
  readonly requests?: Allowance;
  readonly tokens?: Allowance;
}

/**
 * What is believed of the future, in ms. Limits of a minute begin anew within it; where one of a day is used up, a call
 * asks again after it, rather than nothing being sent until tomorrow.
 */
const horizonMs = 60_000;

/**
 * Names of headers, before and after `remaining` and `reset`. OpenAI: its guide to rate limits, "Rate limits in
 * headers", as of 26 June 2026 (spybara.com/openai/api/history); Groq, Azure and others have the same. Anthropic: an
 * answer of 21 Aug 2025, recorded at rdrr.io/cran/tidyllm (messages-e050b5-POST.R). Google has none that was found. All
 * read 22 Nov 2026.
 */
const names: { readonly [K in keyof Required<RateSaid>]: readonly ((field: string) => string)[] } = {
  requests: [(field) => `x-ratelimit-${field}-requests`, (field) => `anthropic-ratelimit-requests-${field}`],
  tokens: [
    (field) => `x-ratelimit-${field}-tokens`,
    (field) => `anthropic-ratelimit-tokens-${field}`,
    (field) => `anthropic-ratelimit-input-tokens-${field}`,
    (field) => `anthropic-ratelimit-output-tokens-${field}`,
  ],
};

/**
 * Reads what the headers of an answer say is left; of several allowances the one of which least is left. `now`: ms
 * since 1970.
 */
export function readRateHeaders(headers: Headers, now: number): RateSaid {
  const requests = least(headers, names.requests, now);
  const tokens = least(headers, names.tokens, now);
  return { ...(requests === undefined ? {} : { requests }), ...(tokens === undefined ? {} : { tokens }) };
}

function least(headers: Headers, of: readonly ((field: string) => string)[], now: number): Allowance | undefined {
  const found = of.flatMap((name) => {
    const text = headers.get(name('remaining'));
    const left = text === null || text.trim() === '' ? Number.NaN : Number(text);
    // Azure says -1 where it does not count (github.com/openai/openai-dotnet/issues/838).
    if (!(left >= 0)) return [];
    const reset = resetMs(headers.get(name('reset')), now) ?? horizonMs;
    return [{ left, until: now + Math.min(reset, horizonMs) }];
  });
  return found.sort((a, b) => a.left - b.left)[0];
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * ms from `now`: of a duration (`6m0s`, `12ms`), of seconds, or of a time by RFC 3339. Undefined: it cannot be read.
 */
function resetMs(text: string | null, now: number): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  if (/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) {
    return [...text.matchAll(/([\d.]+)(ms|[smhd])/g)].reduce(
      (sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0),
      0,
    );
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
