import { createHash } from 'node:crypto';
import { hashText, hashValue } from '@/base/hash';
import { createRequestRefusal } from '../refused-request';

/**
 * A request to start a run that may be repeated, as `Idempotency-Key` of the IETF draft
 * `draft-ietf-httpapi-idempotency-key-header-07` has it. It starts one run, whose id follows from the key.
 */
export interface KeyedRequest {
  /** The id of the run that it starts. */
  readonly runId: string;
  /** Hash of what it asks for. */
  readonly hash: string;
}

/**
 * An id begins with its time, and of runs that started at the same time the greater id is the newer run
 * (`storage/run-order.ts`). This one has none: it comes before a copy of its run, which has the same start.
 */
const untimed = '00000000-000000-';

/** A string of RFC 8941, or the same without quotes, as many clients send it. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\]){1,255})"$/;
const bare = /^[\w.:~+/=-]{1,255}$/;

/**
 * The request of a key; undefined: it came without one. `tokenId`: keys of other tokens are other keys. `asked`: what
 * it asks for, files as their bytes. Error 400: the key has not the form of one.
 */
export function createKeyedRequest(
  header: string | undefined,
  tokenId: string,
  operation: string,
  asked: unknown,
): KeyedRequest | undefined {
  if (header === undefined) return undefined;
  const [, inside] = quoted.exec(header) ?? [];
  const key = inside?.replaceAll(/\\(["\\])/g, '$1') ?? (bare.test(header) ? header : undefined);
  if (key === undefined) {
    throw createRequestRefusal(
      400,
      'The header Idempotency-Key is not a text in quotes.',
      'Send a UUID for each request.',
    );
  }
  return {
    runId: untimed + hashText(JSON.stringify([tokenId, key])).slice(0, 32),
    hash: hashValue([operation, hashBytes(asked)]),
  };
}

/** The same value with hashes in place of bytes. */
function hashBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return value.map(hashBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hashBytes(member)]));
}
