import type { Extension } from './extension';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64, as in the extension `encoders` of CEL. */
export const encodersExtension: Extension = {
  namespace: 'base64',
  functions: [
    { signature: 'base64.encode(bytes): string', call: encode },
    { signature: 'base64.decode(string): bytes', call: decode },
  ],
};

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text +=
      sixBits(bits, 18) +
      sixBits(bits, 12) +
      (b === undefined ? '=' : sixBits(bits, 6)) +
      (c === undefined ? '=' : sixBits(bits, 0));
  }
  return text;
}

function sixBits(bits: number, shift: number): string {
  return alphabet.charAt((bits >> shift) & 63);
}

function decode(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    throw new Error('The text is not base64.');
  }
}
