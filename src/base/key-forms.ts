// cspell:disable: the prefixes and names of keys are no words.

/** A form of keys. Its groups: `key`, where the key is a part of it; `name`, what it is called where it stands. */
interface KeyForm {
  readonly pattern: RegExp;
  /** What a key of it is called that has no name of its own. */
  readonly name: string;
  /** Finds the keys in the group `key`, where that may have several. */
  readonly each?: RegExp;
}

/** A character of a key. */
const sign = '[A-Za-z0-9+/=_~.%-]';

/**
 * The one list of the forms of keys, tokens and passwords, for all that looks for them. Those with a name come first:
 * of two forms that find one key, the first names it. Each takes time in proportion to the text. Lengths are lower
 * bounds, so that a key of a newer form is found, too.
 */
export const keyForms: readonly KeyForm[] = [
  // Headers: `Authorization: Bearer …`, `Cookie: a=…; b=…`. A line may have several keys.
  {
    pattern:
      /\b(?<name>(?:proxy-)?authorization|(?:x-)?api-?key|x-(?:auth|access)-token|(?:set-)?cookie|x-goog-api-key|ocp-apim-subscription-key|private-token)(?:["']?[ \t]{0,5}[:=][ \t]{0,5}["'](?<quoted>[^"'\r\n]{4,4000})|[ \t]{0,5}[:=][ \t]{0,5}(?<key>(?:=["']|[^\r\n"']|["'](?=[ \t]{0,3},)){4,4000}))/gi,
    name: 'AUTHORIZATION',
    each: new RegExp(
      [
        // The first is one if it is long or has a digit; others have one.
        `^(?=${sign}*\\d|${sign}{8})${sign}{4,}`,
        `(?<=[,;=][ \\t]{0,3}["']?|\\b(?:bearer|basic|digest|token|apikey)[ \\t]{1,5})(?=${sign}*\\d)${sign}{4,}`,
        `(?<=\\b(?:bearer|basic|token|apikey)[ \\t]{1,5})${sign}{8,}`,
        `(?<!${sign})(?=${sign}*\\d)${sign}{16,}`,
      ].join('|'),
      'gi',
    ),
  },
  // Fields and variables: `"api_key": "…"`, `DB_PASSWORD=…`, `AccountKey=…`.
  {
    pattern:
      /\b(?<name>\w{0,30}(?:api[_-]?key|secret|password|passwd|access[_-]?token|auth[_-]?token|private[_-]?key)|(?<![\w-])token(?=["']?\s{0,4}[:=]\s{0,4}["'][^"'\s{}]{0,40}\d))\s?["']?\s{0,4}[:=]\s{0,4}["'](?<key>[^"'\s{}]{8,})\s?["']/gi,
    name: 'SECRET',
  },
  {
    pattern:
      /(?<name>api[-_ ]?key|(?:access|secret|account)[-_]?key|client[-_]?secret|(?:private|auth|access|refresh)[-_]?token|password|passwd)\s?["']?\s{0,5}[:=]\s{0,5}["']?(?<key>[A-Za-z0-9+/=._~!@#$%^&*-]{12,})/gi,
    name: 'SECRET',
  },
  // Addresses: a parameter, and a password.
  {
    pattern:
      /[?&](?<name>key|api_?key|token|access_token|auth|secret|sig|signature|password|client_secret)=(?<key>(?=[^&#\s"'{}]{0,40}\d|[^&#\s"'{}]{8})[^&#\s"'{}]{4,})/gi,
    name: 'SECRET',
  },
  { pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'{}]{0,64}:(?<key>[^\s/:@"'{}]{3,128})@/gi, name: 'PASSWORD' },
  { pattern: /\bbearer\s{1,5}(?<key>[A-Za-z0-9+/=._~-]{16,})/gi, name: 'AUTHORIZATION' },
  { pattern: /\bBasic[ \t]{1,5}(?<key>(?=[A-Za-z0-9+/]{0,200}[\d=])[A-Za-z0-9+/]{16,}={0,2})/g, name: 'AUTHORIZATION' },
  // Private keys in PEM.
  {
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/g,
    name: 'PRIVATE_KEY',
  },
  // The services that hand keys out, told by their prefixes:
  // https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml
  ...[
    // OpenAI, Anthropic, OpenRouter, DeepSeek, Stripe and others.
    /\b(?:sk|rk|pk)[-_](?:[A-Za-z]{2,10}[-_]){0,6}[A-Za-z0-9_-]{16,}/g,
    // GitHub, GitLab, npm, PyPI, Hugging Face, Groq, xAI, Replicate, Perplexity, DigitalOcean, Linear, Notion.
    /\b(?:gh[opusr]_|github_pat_|glpat-|npm_|pypi-|hf_|gsk_|xai-|r8_|pplx-|dop_v1_|lin_api_|ntn_)[A-Za-z0-9_-]{16,}/g,
    /\btvly-[A-Za-z0-9_-]{12,}/g,
    // Dify.
    /\b(?:app|dataset)-(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{20,}/g,
    // Amazon and Google.
    /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
    /\bAIza[A-Za-z0-9_-]{30,}/g,
    /\bya29\.[A-Za-z0-9_-]{20,}/g,
    // Slack, SendGrid, Telegram.
    /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
    /\bSG\.[A-Za-z0-9_-]{16,100}\.[A-Za-z0-9_-]{16,}/g,
    /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g,
    // JSON Web Tokens.
    /\beyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]*/g,
  ].map((pattern): KeyForm => ({ pattern, name: 'API_KEY' })),
];

/** Names of fields, headers and parameters whose value is a key. */
const keyName =
  /(?:^|[_\-. ])(?:api[_-]?key|apikey|secret|secret[_-]?key|client[_-]?secret|password|passwd|pwd|token|access[_-]?token|auth[_-]?token|credentials?|authorization|private[_-]?key|access[_-]?key|subscription[_-]?key|cookie|bearer|x-api-key|x-auth-token)$/i;
/** `apiKey`, `accessToken`. */
const camelName = /[A-Za-z](?:ApiKey|APIKey|Secret|Password|Token|Credentials?|PrivateKey|AccessKey)$/;
/** Figures of tokens, and places in a list. */
const countName = /(?:max|min|stop|next|page|total|input|output|num)[_-]?\w*token$/i;

/** Whether a field, a header or a parameter of this name has a key. */
export function isKeyName(name: string): boolean {
  return name.length <= 200 && (keyName.test(name) || camelName.test(name)) && !countName.test(name);
}

/** What a member of an object is called: its key, or the name of the pair that it is the value of. */
export function findValueName(object: Readonly<Record<string, unknown>>, key: string): string {
  if (key !== 'value' && key !== 'default' && key !== 'content') return key;
  for (const nameKey of ['key', 'name', 'variable', 'header']) {
    const name = object[nameKey];
    if (typeof name === 'string' && isKeyName(name)) return name;
  }
  return key;
}

/** What stands for a key in instructions and examples, or for nothing. */
const placeholder =
  /^(?:[*•.x_-]+|\$.*|.*\{\{.*|\{[^{}]*\}|<.*|\[[^[\]]*\]?|your.*|.*example.*|.*placeholder.*|.*redacted.*|(.)\1+|null|none|true|false|undefined)$/is;

/** Whether a text stands for a key that is elsewhere, or for none. */
export function isPlaceholder(text: string): boolean {
  const plain = text.replace(/^(?:bearer|basic|token)\s+/i, '').trim();
  return plain === '' || placeholder.test(plain);
}
