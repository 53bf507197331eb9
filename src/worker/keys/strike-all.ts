/** Shorter ones stand in many words. */
const shortest = 8;

/** A value in whose texts no secret stands, plain or as it is written in URLs. What is no JSON in it stays. */
export function strikeAll<T>(value: T, secrets: readonly string[], instead: string): T {
  const forms = secrets
    .filter(({ length }) => length >= shortest)
    .flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return struck(value) as T;

  function struck(part: unknown): unknown {
    if (typeof part === 'string') return forms.reduce((text, form) => text.replaceAll(form, instead), part);
    if (Array.isArray(part)) return part.map(struck);
    if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, struck(member)]));
  }
}
