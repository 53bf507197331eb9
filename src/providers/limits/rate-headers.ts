import { defined } from '@/base/defined';
/** The rest of an allowance: `left` until `until` (ms since 1970), when the server resets its count. */
export interface Allowance {
  readonly left: number;
  readonly until: number;
}

/** What may still be sent to the called model, according to the server. */
export interface RateSaid {
  readonly requests?: Allowance;
  readonly tokens?: Allowance;
}

/**
 * The furthest reset time that is used, in ms. Limits per minute reset within it. If a daily limit is used up, a call
 * is tried after it, instead of sending nothing until tomorrow.
 */
const horizonMs = 60_000;

/**
 * Header names around `remaining` and `reset`. OpenAI: its guide to rate limits, "Rate limits in headers", as of 26
 * June 2026 (spybara.com/openai/api/history); Groq, Azure and others use the same. Anthropic: an answer of 21 Aug 2025,
 * recorded at rdrr.io/cran/tidyllm (messages-e050b5-POST.R). None were found for Google. All read 22 Nov 2026.
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
 * Reads the remaining limits from the headers of an answer; of several allowances, the one with the least left. `now`:
 * ms since 1970.
 */
export function readRateHeaders(headers: Headers, now: number): RateSaid {
  const requests = findLeast(headers, names.requests, now);
  const tokens = findLeast(headers, names.tokens, now);
  return defined({ requests, tokens });
}

function findLeast(headers: Headers, of: readonly ((field: string) => string)[], now: number): Allowance | undefined {
  const found = of.flatMap((name) => {
    const text = headers.get(name('remaining'));
    const left = text === null || text.trim() === '' ? Number.NaN : Number(text);
    // Azure sends -1 if it does not count (github.com/openai/openai-dotnet/issues/838).
    if (!(left >= 0)) return [];
    const reset = resetMs(headers.get(name('reset')), now) ?? horizonMs;
    return [{ left, until: now + Math.min(reset, horizonMs) }];
  });
  return found.sort((a, b) => a.left - b.left)[0];
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * ms from `now`, parsed from a duration (`6m0s`, `12ms`), from seconds, or from a time in RFC 3339. Undefined: it
 * cannot be parsed.
 */
function resetMs(text: string | null, now: number): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  if (/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) {
    return [...text.matchAll(/([\d.]+)(ms|[smhd])/g)].reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * units[unit as keyof typeof units],
      0,
    );
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
