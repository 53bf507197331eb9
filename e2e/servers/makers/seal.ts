import { createHash, createHmac } from 'node:crypto';
import { isRecord, type Json, parsed } from './json';

const key = 'the key of the test servers';
const macLength = 32;

/** Opaque text that contains the facts and cannot be forged or changed without the server's key. Standard base64. */
export function seal(facts: Json): string {
  const text = JSON.stringify(facts);
  return Buffer.from(macOf(text) + text).toString('base64');
}

/** The content of a sealed text; undefined if it was not sealed here, or was changed. */
export function unseal(sealed: string): Json | undefined {
  const whole = Buffer.from(sealed, 'base64');
  // Base64 has several spellings of the same bytes; only the emitted one counts as unchanged.
  if (whole.toString('base64') !== sealed) return undefined;
  const mac = whole.toString('utf8', 0, macLength);
  const text = whole.toString('utf8', macLength);
  if (mac !== macOf(text)) return undefined;
  const facts = parsed(text);
  return isRecord(facts) ? facts : undefined;
}

/** A short digest of a value: equal for equal values, regardless of the order of their fields. */
export function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 24);
}

function macOf(text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, macLength);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((name) => value[name] !== undefined)
      .map((name) => [name, sorted(value[name])]),
  );
}
