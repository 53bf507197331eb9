import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

/** A file of an archive. */
export interface ZipEntry {
  /** With slashes, and none at the start. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The earliest date of the format, so that the same files yield the same archive. */
const lastModDate = new Date(1980, 0, 1);

/**
 * Writes files into a ZIP archive without compressing them: pictures and PDFs are already compressed. Files are read
 * one after another, so that memory need not hold all of them.
 */
export async function writeZip(entries: AsyncIterable<ZipEntry>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter('application/zip'), {
    ...{ level: 0, useWebWorkers: false, dataDescriptor: false, lastModDate, extendedTimestamp: false },
  });
  for await (const { name, bytes } of entries) await writer.add(name, new Uint8ArrayReader(bytes));
  return writer.close();
}
