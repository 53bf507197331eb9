import { type Inspected, inspectFile, inspectStart, startBytes } from './inspect-file';

/** Bytes of a file, as a whole or page by page. */
export interface FileSource {
  read(): Promise<Uint8Array | undefined>;
  /** Left out: they are at hand as a whole only. */
  pages?(): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** What a file is, and its bytes where all of them had to be seen; undefined: there is none. */
export interface SeenFile {
  readonly inspected: Inspected;
  readonly whole?: Uint8Array;
}

/** Looks at a file of a size without holding it whole, where its start says what it is. */
export async function inspectFileSource(name: string, size: number, source: FileSource): Promise<SeenFile | undefined> {
  const start = await startOf(source);
  const inspected = start && inspectStart(name, start, size);
  if (inspected !== undefined) return { inspected };
  const whole = await source.read();
  return whole && { inspected: inspectFile(name, whole), whole };
}

async function startOf(source: FileSource): Promise<Uint8Array | undefined> {
  const pages = await source.pages?.();
  if (pages === undefined) return undefined;
  const start = new Uint8Array(startBytes);
  let at = 0;
  for await (const page of pages) {
    const part = page.subarray(0, startBytes - at);
    start.set(part, at);
    at += part.length;
    if (at === startBytes) break;
  }
  return start.subarray(0, at);
}
