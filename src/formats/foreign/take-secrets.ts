import { findKeys } from '@/base/find-keys';
import { isJsonObject, type Json } from '@/base/json';
import { findValueName, isKeyName } from '@/base/key-forms';
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
  const takeOut = (text: string, wish: string, where: string): string => {
    const name = names.get(text) ?? findFreeName(wish, taken);
    if (!secrets.some((secret) => secret.name === name && secret.where === where))
      secrets.push({ name, where, wasInline: true });
    taken.add(name);
    names.set(text, name);
    return refer(name);
  };
  const cleanText = (text: string, where: string, label = ''): string => {
    let clean = text;
    for (const secret of names.keys())
      if (clean.includes(secret)) clean = clean.replaceAll(secret, refer(names.get(secret) ?? ''));
    // From the end, so that the places of those before stay.
    for (const { start, end, name } of findKeys(clean, label).toReversed())
      clean = clean.slice(0, start) + takeOut(clean.slice(start, end), name, where) + clean.slice(end);
    return clean;
  };
  const clean = (value: Json, path: readonly string[], label: string): Json => {
    const where = label === '' ? path.join('.') : `node:${label}.${path.at(-1) ?? ''}`;
    if (typeof value === 'string') return cleanText(value, where);
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => clean(item, [...path, String(index)], label));
    if (!isJsonObject(value)) return value;
    const own = typeof value['id'] === 'string' && isJsonObject(value['data']) ? value['id'] : label;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]): [string, Json] => {
        const named = findValueName(value, key);
        const place = own === '' ? [...path, key].join('.') : `node:${own}.${key}`;
        if (typeof member === 'string' && isKeyName(named))
          return [key, hasStandIn(member) ? cleanText(member, place, named) : takeOut(member, named, place)];
        return [key, clean(member, [...path, key], own)];
      }),
    );
  };
  // A secret that was found by its name may stand elsewhere, before it.
  return { value: clean(clean(file, [], ''), [], ''), secrets };
}

/** A shorter text is found in too many others. */
const shortest = 8;

/** Whether a text stands, as a whole or in a part, for a secret that is elsewhere, or for nothing. */
function hasStandIn(text: string): boolean {
  const plain = text.replace(/^(?:Bearer|Basic|Token)\s+/i, '').trim();
  return /\{\{[^{}]*\}\}|^(?:\$\{?\w+\}?|<+[\w -]+>+|\*+|x{3,}|null|none|true|false|)$/i.test(plain);
}

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
