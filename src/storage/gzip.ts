import { joinBytes } from '@/base/bytes';

/** Bytes as one member of gzip. */
export function gzipBytes(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return gathered(through([bytes], new CompressionStream('gzip')));
}

/** The way back from {@link gzipBytes}. Rejects if the bytes are damaged (gzip carries a checksum). */
export function gunzipBytes(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return gathered(gunzipStream([bytes]));
}

/** A text as gzip of its UTF-8 bytes. */
export function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return gzipBytes(new TextEncoder().encode(text));
}

/**
 * Unpacks one member of gzip bit by bit: where it comes in small chunks, in memory that does not grow with it. Throws
 * if it is damaged.
 */
export function gunzipStream(chunks: Chunks): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return through(chunks, new DecompressionStream('gzip'));
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function* through(
  chunks: Chunks,
  { readable, writable }: CompressionStream | DecompressionStream,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  const feed = async () => {
    // The types know shared buffers, which none of these is.
    for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  const fed = feed().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => undefined);
  });
  const reader = readable.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    await fed;
  } finally {
    // Of a reader that leaves early, the feeding ends too.
    await reader.cancel().catch(() => undefined);
  }
}

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return joinBytes(parts);
}
