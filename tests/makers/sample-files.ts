import { concatBytes } from '@noble/hashes/utils.js';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

/** The header of a PNG of a size; nothing else of it is read. `more`: bytes after it. */
export function png(width: number, height: number, more = 0): Uint8Array {
  const header = [...uint32(13), 0x49, 0x48, 0x44, 0x52, ...uint32(width), ...uint32(height), 8, 2, 0, 0, 0];
  return concatBytes(latin1('\x89PNG\r\n\x1a\n'), Uint8Array.from(header), new Uint8Array(more).fill(7));
}

/** The header of a JPEG of a size, after a segment that readers skip. */
export function jpeg(width: number, height: number): Uint8Array {
  const size = [height >>> 8, height & 255, width >>> 8, width & 255];
  return Uint8Array.from([255, 216, 255, 224, 0, 4, 1, 2, 255, 192, 0, 17, 8, ...size, 3, 1, 1, 1]);
}

/** A PDF of a number of pages; nothing but its structure. */
export function pdf(pages: number, trailer = ''): Uint8Array {
  const kids = Array.from({ length: pages }, (_, n) => `${n + 3} 0 obj << /Type /Page >> endobj`).join('\n');
  return latin1(
    `%PDF-1.7\n1 0 obj << /Type /Pages /Count ${pages} >> endobj\n${kids}\ntrailer << ${trailer} >>\n%%EOF\n`,
  );
}

/** A second of silence as WAV, at 8 kHz. */
export function wav(): Uint8Array {
  const head = latin1(
    'RIFF\x24\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x40\x1f\0\0',
  );
  return concatBytes(head, new Uint8Array(8000).fill(128));
}

export const textBytes = (text: string) => new TextEncoder().encode(text);
export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
