/**
 * What a script prints: lines of a log, each another, of about so many bytes in all. The same whenever it is asked for.
 */
export function logText(bytes: number): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  let state = 1;
  for (let length = 0, n = 0; length < bytes; n += 1) {
    state = (state * 48_271) % 2_147_483_647;
    const line = `2026-11-01T10:00:${n % 60} worker ${n % 8} took item ${state.toString(36)} in ${state % 997} ms: done\n`;
    lines.push(line);
    length += line.length;
  }
  return new TextEncoder().encode(lines.join(''));
}

/** As a pipe gives them: 64 KiB at once. */
export function inChunks(bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] {
  const size = 65_536;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

/** How fast `work` does with all of the bytes, in MB/s. */
export async function megabytesPerSecond(bytes: Uint8Array, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return bytes.length / 1000 / (performance.now() - start);
}

/** All of the chunks through a `CompressionStream`, nothing kept. */
export async function pack(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const feed = async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  };
  const fed = feed();
  const reader = readable.getReader();
  while (!(await reader.read()).done);
  await fed;
}
