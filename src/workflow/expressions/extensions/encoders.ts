import { base64Bytes, base64Of } from '@/base/base64';
import type { Extension } from './extension';

/** Base64, as in the extension `encoders` of CEL. */
export const encodersExtension: Extension = {
  namespace: 'base64',
  functions: [
    { signature: 'base64.encode(bytes): string', call: base64Of },
    { signature: 'base64.decode(string): bytes', call: decode },
  ],
};

function decode(text: string): Uint8Array {
  const bytes = base64Bytes(text);
  if (bytes === undefined) throw new Error('The text is not base64.');
  return bytes;
}
