import { joinBytes } from '@/base/bytes';

/** The bytes of an answer; undefined if it has more than `most`, after which reading stops. */
export async function bytesOf(response: Response, most: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > most) {
      await reader.cancel().catch(() => {});
      return undefined;
    }
    parts.push(value);
  }
  return joinBytes(parts);
}
