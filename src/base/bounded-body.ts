import { joinBytes } from './bytes';

/** A stream of bytes, as `fetch` gives it; null: an answer without a body. */
type ByteStream = { getReader(): ByteReader } | null;

interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/**
 * The first bytes of a stream, at most `most`; then reading stops. `isWhole`: there are no more. Rejects when the
 * stream breaks.
 */
export async function readFirstBytes(
  body: ByteStream,
  most: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let left = most;
  for (const reader = body?.getReader(); reader !== undefined; ) {
    const { value } = await reader.read();
    if (value === undefined) break;
    parts.push(value.subarray(0, left));
    left -= value.length;
    if (left >= 0) continue;
    await reader.cancel().catch(() => undefined);
    return { bytes: joinBytes(parts), isWhole: false };
  }
  return { bytes: joinBytes(parts), isWhole: true };
}

/** All bytes of a stream; undefined if it has more than `most`, after which reading stops. */
export async function readBoundedBytes(body: ByteStream, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { bytes, isWhole } = await readFirstBytes(body, most);
  return isWhole ? bytes : undefined;
}
