/** Bytes of a page of a PDF whose pages cannot be counted. */
const bytesPerPage = 50_000;

/** Facts from the structure of a PDF. Compressed objects are not unpacked. */
export function readPdfFacts(bytes: Uint8Array): { readonly isEncrypted: boolean; readonly pages: number } {
  // Latin-1 maps each byte to a character, so that the bytes can be searched as text.
  const text = latin1.decode(bytes);
  // ISO 32000-2, 7.5.5: the entry of the trailer, a reference or a dictionary.
  const isEncrypted = /\/Encrypt\s*(\d{1,10}\s+\d{1,5}\s+R|<<)/.test(text);
  const pages = text.match(/\/Type\s{0,9}\/Page(?![A-Za-z])/g)?.length ?? 0;
  const counts = [...text.matchAll(/\/Count\s{1,9}(\d{1,6})/g)].map(([, count]) => Number(count));
  const pageCount = Math.max(pages, ...counts);
  return { isEncrypted, pages: pageCount > 0 ? pageCount : Math.max(1, Math.ceil(bytes.length / bytesPerPage)) };
}

const latin1 = new TextDecoder('latin1');

/** Bytes per second of audio whose header is not read: MP3 at 128 kbit/s. */
const bytesPerSecond = 16_000;

/**
 * Length of audio in seconds. `start`: its first bytes; `bytes`: its size. For WAV it is computed from the header (byte
 * rate, Microsoft's RIFF page), for others estimated.
 */
export function computeAudioSeconds(start: Uint8Array, mediaType: string, bytes: number): number {
  const isWav = mediaType === 'audio/wav' && start.length >= 32;
  const rate = isWav ? new DataView(start.buffer, start.byteOffset).getUint32(28, true) : 0;
  return Math.ceil(bytes / (rate > 0 ? rate : bytesPerSecond));
}
