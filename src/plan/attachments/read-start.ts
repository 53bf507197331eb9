import { type Inspected, inspectFile, inspectStart, startBytes } from './inspect-file';

/** Reads a file, whole or page by page. */
export interface FileSource {
  read(): Promise<Uint8Array | undefined>;
  /** Left out: the file can only be read whole. */
  pages?(): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** An inspected file, and its bytes if all of them were read. */
export interface SeenFile {
  readonly inspected: Inspected;
  readonly whole?: Uint8Array;
}

/** Inspects a file of `size` bytes. It is not read whole if its start is enough. Undefined: no such file. */
export async function inspectFileSource(name: string, size: number, source: FileSource): Promise<SeenFile | undefined> {
  const start = await readFirstPage(source);
  const inspected = start && inspectStart(name, start, size);
  if (inspected !== undefined) return { inspected };
  const whole = await source.read();
  return whole && { inspected: inspectFile(name, whole), whole };
}

async function readFirstPage(source: FileSource): Promise<Uint8Array | undefined> {
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
