/**
 * 128 random bits as 32 hexadecimal characters. `crypto.randomUUID` is missing on pages that came over plain http:
 * https://developer.mozilla.org/docs/Web/API/Crypto/randomUUID
 */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
