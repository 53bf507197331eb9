/** Bytes of a page of a PDF whose pages cannot be counted. */
const bytesPerPage = 50_000;

/** What the structure of a PDF tells. What is in compressed objects is not unpacked. */
export function pdfFacts(bytes: Uint8Array): { readonly isEncrypted: boolean; readonly pages: number } {
  // Each byte a character, so that it can be searched; a PDF is bytes with texts in them.
  const text = latin1.decode(bytes);
  // ISO 32000-2, 7.5.5: the entry of the trailer, a reference or a dictionary.
  const isEncrypted = /\/Encrypt\s*(\d{1,10}\s+\d{1,5}\s+R|<<)/.test(text);
  const pages = text.match(/\/Type\s{0,9}\/Page(?![A-Za-z])/g)?.length ?? 0;
  const counts = [...text.matchAll(/\/Count\s{1,9}(\d{1,6})/g)].map(([, count]) => Number(count));
  const told = Math.max(pages, ...counts);
  return { isEncrypted, pages: told > 0 ? told : Math.max(1, Math.ceil(bytes.length / bytesPerPage)) };
}

const latin1 = new TextDecoder('latin1');

/** Bytes a second of audio whose header is not read: MP3 at 128 kbit/s. */
const bytesPerSecond = 16_000;

/**
 * How long audio of so many bytes is, by its start; of WAV by the header (byte rate, Microsoft's RIFF page), of others
 * estimated.
 */
export function audioSeconds(start: Uint8Array, mediaType: string, bytes: number): number {
  const isWav = mediaType === 'audio/wav' && start.length >= 32;
  const rate = isWav ? new DataView(start.buffer, start.byteOffset).getUint32(28, true) : 0;
  return Math.ceil(bytes / (rate > 0 ? rate : bytesPerSecond));
}
