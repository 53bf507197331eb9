// cspell:disable: the prefixes and names of keys are not words.
import { isJsonObject, type Json } from '@/base/json';
import type { ForeignSecret } from './foreign-graph';

/** A file without its secrets, and what they are called here. */
export interface WithoutSecrets {
  readonly value: Json;
  readonly secrets: readonly ForeignSecret[];
}

/**
 * Takes every secret out of a file of another program before anything else looks at it: values of fields, headers and
 * parameters that are named like one, and texts that have the form of one wherever they stand. In its place is what
 * `refer` gives for its name. `known`: names of secrets that the file itself declares, with the text that it holds.
 */
export function takeSecrets(
  file: Json,
  refer: (name: string) => string,
  known: readonly { readonly name: string; readonly value: string }[] = [],
): WithoutSecrets {
  const secrets: ForeignSecret[] = [];
  /** The name by the text. */
  const names = new Map<string, string>();
  const taken = new Set<string>(known.map(({ name }) => name));
  for (const { name, value } of known) {
    if (value.length >= shortest) names.set(value, name);
    secrets.push({ name, where: `env:${name}`, wasInline: value !== '' });
  }
  const given = new Set<string>();
  /** Whether a text holds a secret no more, or never held one. */
  const isClean = (text: string) => isStandIn(text) || [...given].some((one) => text.includes(one));
  const takeOut = (text: string, wish: string, where: string): string => {
    const name = names.get(text) ?? findFreeName(wish, taken);
    if (!secrets.some((secret) => secret.name === name && secret.where === where))
      secrets.push({ name, where, wasInline: true });
    taken.add(name);
    names.set(text, name);
    given.add(refer(name));
    return refer(name);
  };
  const cleanText = (text: string, where: string): string => {
    let clean = text;
    for (const secret of names.keys())
      if (clean.includes(secret)) clean = clean.replaceAll(secret, refer(names.get(secret) ?? ''));
    for (const { pattern, name } of forms) {
      clean = clean.replace(pattern, (whole: string, ...groups: unknown[]) => {
        // Without a group of its own, the first is the place of the match.
        const secret = typeof groups[0] === 'string' ? groups[0] : whole;
        return isClean(secret) ? whole : whole.replace(secret, () => takeOut(secret, name(whole), where));
      });
    }
    return clean;
  };
  const clean = (value: Json, path: readonly string[], label: string): Json => {
    const where = label === '' ? path.join('.') : `node:${label}.${path.at(-1) ?? ''}`;
    if (typeof value === 'string') return cleanText(value, where);
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => clean(item, [...path, String(index)], label));
    if (!isJsonObject(value)) return value;
    const own = typeof value['id'] === 'string' && isJsonObject(value['data']) ? value['id'] : label;
    const pair = findPairName(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]): [string, Json] => {
        const named = pair !== undefined && valueKeys.has(key) ? pair : key;
        const place = own === '' ? [...path, key].join('.') : `node:${own}.${key}`;
        if (typeof member === 'string' && isSecretName(named) && member.trim() !== '' && !isClean(member))
          return [key, takeOut(member, named, place)];
        return [key, clean(member, [...path, key], own)];
      }),
    );
  };
  // A secret that was found by its name may stand elsewhere, before it.
  return { value: clean(clean(file, [], ''), [], ''), secrets };
}

/** A shorter text is found in too many others. */
const shortest = 8;

const valueKeys: ReadonlySet<string> = new Set(['value', 'default', 'content']);

/** The name of a pair such as `{key: Authorization, value: …}`, if it is that of a secret. */
function findPairName(value: Readonly<Record<string, Json>>): string | undefined {
  for (const key of ['key', 'name', 'variable', 'header']) {
    const name = value[key];
    if (typeof name === 'string' && isSecretName(name)) return name;
  }
  return undefined;
}

const secretName =
  /(?:^|[_\-. ])(?:api[_-]?key|apikey|secret|secret[_-]?key|client[_-]?secret|password|passwd|pwd|token|access[_-]?token|auth[_-]?token|credentials?|authorization|private[_-]?key|access[_-]?key|subscription[_-]?key|cookie|bearer|x-api-key|x-auth-token)$/i;
/** `apiKey`, `accessToken`. */
const camelName = /[a-z](?:ApiKey|Secret|Password|Token|Credentials?|PrivateKey|AccessKey)$/;

function isSecretName(name: string): boolean {
  return (
    (secretName.test(name) || camelName.test(name)) &&
    !/(?:max|min|stop|next|page|total|input|output|num)[_-]?\w*token$/i.test(name)
  );
}

/** Whether a text stands for a secret that is elsewhere, or for nothing. */
function isStandIn(text: string): boolean {
  const plain = text.replace(/^(?:Bearer|Basic|Token)\s+/i, '').trim();
  return /^(?:\{\{[^{}]*\}\}|\$\{?\w+\}?|<[\w -]+>|\*+|x{3,}|null|none|true|false)$/i.test(plain) || plain === '';
}

const heading = (whole: string) => /^\s*([\w-]+)\s*:/.exec(whole)?.[1] ?? 'SECRET';
const assigned = (whole: string) => /([A-Za-z][\w-]*)["']?\s*[:=]/.exec(whole)?.[1] ?? 'SECRET';

/** The forms of secrets in texts; the first group, if there is one, is the secret. Each is linear. */
const forms: readonly { readonly pattern: RegExp; readonly name: (whole: string) => string }[] = [
  {
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
    name: () => 'PRIVATE_KEY',
  },
  // Headers, a line each.
  {
    pattern:
      /^[ \t]*(?:proxy-)?(?:authorization|x-api-key|api-key|apikey|x-auth-token|x-access-token|cookie|x-goog-api-key|ocp-apim-subscription-key|private-token)[ \t]*:[ \t]*(?!\{\{)(\S[^\r\n]{3,})$/gim,
    name: heading,
  },
  { pattern: /\b(?:Bearer|Basic)[ \t]+(?!\{\{)([A-Za-z0-9._~+/=-]{16,})/g, name: () => 'AUTHORIZATION' },
  {
    pattern:
      /[?&](?:key|api_?key|apikey|token|access_token|auth|secret|sig|signature|password|client_secret)=(?!\{\{)([^&#\s"'{}]{4,})/gi,
    name: (whole) => assigned(whole),
  },
  { pattern: /\b[a-z][a-z0-9+.-]{1,10}:\/\/[^\s/:@"'{}]{1,64}:([^\s/@"'{}]{3,})@/gi, name: () => 'PASSWORD' },
  {
    pattern:
      /\b(?:\w{0,30}(?:api[_-]?key|apikey|secret|password|passwd|access[_-]?token|auth[_-]?token|private[_-]?key)|(?<![\w-])token)["']?\s{0,4}[:=]\s{0,4}["']([^"'\s{}]{8,})["']/gi,
    name: assigned,
  },
  {
    pattern:
      /\b(?:sk-[A-Za-z0-9_-]{16,}|sk_(?:live|test)_[A-Za-z0-9]{16,}|(?:ghp|gho|ghs|ghu)_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|AIza[\w-]{30,}|hf_[A-Za-z0-9]{20,}|tvly-[\w-]{12,}|app-[A-Za-z0-9]{20,}|dataset-[A-Za-z0-9]{20,}|pplx-[A-Za-z0-9]{20,}|gsk_[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,})/g,
    name: () => 'API_KEY',
  },
];

/** A name for a secret that no other has, in capitals. */
function findFreeName(wish: string, taken: ReadonlySet<string>): string {
  const words = wish
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
  const base = /^[A-Z]/.test(words) ? words : `SECRET_${words}`.replace(/_$/, '');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}
