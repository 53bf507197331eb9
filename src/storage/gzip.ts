import { joinBytes } from '@/base/bytes';

/** Bytes as one gzip member. */
export function gzipBytes(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return gatherChunks(pipeThrough([bytes], new CompressionStream('gzip')));
}

/** The inverse of {@link gzipBytes}. Rejects if the bytes are damaged (gzip contains a checksum). */
export function gunzipBytes(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return gatherChunks(gunzipStream([bytes]));
}

/** A text as gzip of its UTF-8 bytes. */
export function gzipText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return gzipBytes(new TextEncoder().encode(text));
}

/** A text as its UTF-8 bytes, packed without what a file has around them (`deflate-raw`). */
export function deflateText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return gatherChunks(pipeThrough([new TextEncoder().encode(text)], new CompressionStream('deflate-raw')));
}

/** The inverse of {@link deflateText}, as a stream. Throws if the bytes end too early; there is no checksum. */
export function inflateStream(chunks: Chunks): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return pipeThrough(chunks, new DecompressionStream('deflate-raw'));
}

/**
 * Unpacks one gzip member as a stream: if its chunks are small, memory does not grow with it. Throws if it is damaged.
 */
export function gunzipStream(chunks: Chunks): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return pipeThrough(chunks, new DecompressionStream('gzip'));
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function* pipeThrough(
  chunks: Chunks,
  { readable, writable }: CompressionStream | DecompressionStream,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  const feedChunks = async () => {
    // The type also allows shared buffers; no chunk has one.
    for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  const fed = feedChunks().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => undefined);
  });
  const reader = readable.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    await fed;
  } finally {
    // Stops feeding when the consumer leaves early.
    await reader.cancel().catch(() => undefined);
  }
}

async function gatherChunks(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return joinBytes(parts);
}
