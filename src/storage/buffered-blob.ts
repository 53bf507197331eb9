import type { BlobWriter } from '@/engine/ports';

/** A payload that is gathered in memory and stored as a text when it ends. */
export function bufferedBlob(put: (text: string) => Promise<string>): BlobWriter {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let bytes = 0;
  return {
    write: async (chunk) => {
      text += decoder.decode(chunk, { stream: true });
      bytes += chunk.length;
    },
    close: async () => ({ hash: await put(text + decoder.decode()), bytes }),
    abort: async () => {
      text = '';
    },
  };
}

/** The bytes of a text as one page. */
export async function* textPage(text: string, from = 0): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text).subarray(from);
}

/** Its bytes. */
export function textSize(text: string | undefined): number | undefined {
  return text === undefined ? undefined : new TextEncoder().encode(text).length;
}
