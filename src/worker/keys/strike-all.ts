/** Shorter texts occur in many words. */
const shortest = 8;

/**
 * A value with secrets replaced in its texts, both plain and URL-encoded. Objects that are not JSON are returned as
 * they are.
 */
export function strikeAllSecrets<T>(value: T, secrets: readonly string[], instead: string): T {
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
