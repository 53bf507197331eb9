/** Not among the globals of the core (`runtime.d.ts`): nothing else there may depend on chance. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/**
 * 128 random bits as 32 hexadecimal characters. `crypto.randomUUID` is missing on pages that came over plain http:
 * https://developer.mozilla.org/docs/Web/API/Crypto/randomUUID
 */
export function createId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
