import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

/** An archive of these texts by their names, as another program writes it. */
export async function packArchive(files: Readonly<Record<string, string>>, more: object = {}): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(files))
    await writer.add(name, new Uint8ArrayReader(new TextEncoder().encode(text)), more);
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}
