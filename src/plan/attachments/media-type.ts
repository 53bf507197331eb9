/**
 * The media type of a file, detected from its first bytes; undefined: none of the known ones. File names are not used,
 * because they may be wrong.
 */
export function detectMediaType(bytes: Uint8Array): string | undefined {
  const found = signatures.find(([, at, ...parts]) => parts.some((part) => hasBytesAt(bytes, at, part)));
  if (found !== undefined)
    return found[0] === 'riff' ? detectRiffType(bytes) : found[0] === 'iso' ? detectIsoType(bytes) : found[0];
  // A frame of MPEG audio begins with eleven set bits, then a version and a layer that are not reserved.
  const [first = 0, second = 0] = bytes;
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02;
  return isFrame ? 'audio/mpeg' : undefined;
}

/** The offset and the bytes by which each type is recognised: IANA's registrations, and the file formats' own pages. */
const signatures: readonly (readonly [type: string, at: number, ...parts: readonly string[]])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a', 'GIF89a'],
  ['riff', 0, 'RIFF'],
  ['iso', 4, 'ftyp'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0', 'MM\0*'],
  ['application/pdf', 0, '%PDF-'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/ogg', 0, 'OggS'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/gzip', 0, '\x1f\x8b'],
];

function detectRiffType(bytes: Uint8Array): string | undefined {
  if (hasBytesAt(bytes, 8, 'WEBP')) return 'image/webp';
  return hasBytesAt(bytes, 8, 'WAVE') ? 'audio/wav' : undefined;
}

function detectIsoType(bytes: Uint8Array): string {
  if (['avif', 'avis'].some((brand) => hasBytesAt(bytes, 8, brand))) return 'image/avif';
  return ['heic', 'heix', 'mif1', 'msf1'].some((brand) => hasBytesAt(bytes, 8, brand)) ? 'image/heic' : 'video/mp4';
}

/** Whether the bytes at offset `at` equal `part`; each character is one byte. */
export function hasBytesAt(bytes: Uint8Array, at: number, part: string): boolean {
  for (let index = 0; index < part.length; index++) {
    if (bytes[at + index] !== part.charCodeAt(index)) return false;
  }
  return true;
}
