import { decodeBase64, encodeBase64 } from '@/base/base64';
import type { Extension } from './extension';

/** Base64, as in the extension `encoders` of CEL. */
export const encodersExtension: Extension = {
  namespace: 'base64',
  functions: [
    { signature: 'base64.encode(bytes): string', call: encodeBase64 },
    { signature: 'base64.decode(string): bytes', call: decodeBase64Text },
  ],
};

function decodeBase64Text(text: string): Uint8Array {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new Error('The text is not base64.');
  return bytes;
}
