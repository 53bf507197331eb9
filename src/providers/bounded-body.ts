import { joinBytes } from '@/base/bytes';

/** The bytes of an answer; undefined where it has more than `most`, of which no more is then read. */
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
