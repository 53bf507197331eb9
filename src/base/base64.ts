/** Bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  // The number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/** Bytes as base64 in letters that an address takes as they are. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of base64 in either alphabet, with or without what it is filled up with; undefined: it is invalid. */
export function decodeBase64Url(base64: string): Uint8Array<ArrayBuffer> | undefined {
  return decodeBase64(base64.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
}

/** The bytes of base64; undefined: it is invalid. */
export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
