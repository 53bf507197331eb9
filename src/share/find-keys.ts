// cspell:disable: the prefixes of keys are no words.

/** A part of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Forms of keys, tokens and passwords, by the services that hand them out. They are told by their prefixes:
 * https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml. Lengths are lower bounds, so that a key of a
 * newer form is found, too.
 */
const forms: readonly RegExp[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Stripe and others.
  /\b(?:sk|rk|pk)[-_](?:[A-Za-z]{2,10}[-_])*[A-Za-z0-9_-]{16,}/g,
  // GitHub, GitLab, npm, PyPI, Hugging Face, Groq, xAI, Replicate, Perplexity, Tavily, DigitalOcean, Linear, Notion.
  /\b(?:gh[opusr]_|github_pat_|glpat-|npm_|pypi-|hf_|gsk_|xai-|r8_|pplx-|tvly-|dop_v1_|lin_api_|ntn_)[A-Za-z0-9_-]{16,}/g,
  // Amazon and Google.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  // Slack, SendGrid, Telegram.
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g,
  // JSON Web Tokens, and private keys in PEM.
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/g,
];

/** Where the key is a part of the form: what is caught is it. */
const named: readonly RegExp[] = [
  // Headers: `Authorization: Bearer …`, `x-api-key: …`.
  /\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?(?:(?:bearer|basic|token|apikey)\s{1,5})?(?<key>[A-Za-z0-9+/=._~-]{8,})/gi,
  /\bbearer\s{1,5}(?<key>[A-Za-z0-9+/=._~-]{16,})/gi,
  // Fields and variables: `"api_key": "…"`, `DB_PASSWORD=…`, `AccountKey=…`.
  /(?:api[-_ ]?key|access[-_]?key|secret[-_]?key|account[-_]?key|client[-_]?secret|private[-_]?token|auth[-_]?token|access[-_]?token|refresh[-_]?token|password|passwd)["']?\s{0,5}[:=]\s{0,5}["']?(?<key>[A-Za-z0-9+/=._~!@#$%^&*-]{12,})/gi,
  // A password in an address.
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{0,64}:(?<key>[^\s/:@"']{3,128})@/gi,
];

/** What stands for a key in instructions and examples. */
const placeholder = /^(?:[*•.x_-]+|\$.*|.*\{.*|<.*|your.*|.*example.*|.*placeholder.*|.*redacted.*|(.)\1+)$/i;

/** Finds what looks like a key in a text, in its order; no two overlap. */
export function findKeys(text: string): readonly TextSpan[] {
  const found: TextSpan[] = [];
  for (const form of forms) {
    for (const { 0: whole, index } of text.matchAll(form)) found.push({ start: index, end: index + whole.length });
  }
  for (const form of named) {
    for (const { 0: whole, index, groups } of text.matchAll(form)) {
      const key = groups?.['key'] ?? '';
      const start = index + whole.lastIndexOf(key);
      found.push({ start, end: start + key.length });
    }
  }
  return joinSpans(found.filter(({ start, end }) => !placeholder.test(text.slice(start, end))));
}

/** Spans in order, those that overlap as one. */
export function joinSpans(spans: readonly TextSpan[]): readonly TextSpan[] {
  const joined: TextSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return joined;
}

/** A key as a person may see it: its first and last characters. */
export function maskKey(key: string): string {
  return key.length < 16 ? '••••••' : `${key.slice(0, 4)}••••••${key.slice(-4)}`;
}
