import type { Imported } from '@/formats/import-file';
import { maxForeignBytes } from '@/formats/limits';
import { notationWords } from '@/formats/notation';
import type { DocumentReader } from '@/state/services';
import { refuseFile, refuseLarge } from './refuse-file';

/**
 * Reads a workflow file in any notation, or a file of another program, in the worker. A file that is too large for
 * either is refused without being read, and so are pictures and the like. Throws `FILE_REFUSED`, with advice.
 */
export async function readWorkflowFile(reader: Pick<DocumentReader, 'readFile'>, file: File): Promise<Imported> {
  if (/^(image|audio|video|font)\//.test(file.type)) {
    throw refuseFile(`“${file.name}” is not a workflow file.`, `Open a workflow as ${notationWords}.`);
  }
  if (file.size > maxForeignBytes) throw refuseLarge(`“${file.name}”`, maxForeignBytes);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw refuseFile(`“${file.name}” could not be read.`, 'It may be a folder, or have been moved or changed.');
  }
  return reader.readFile(bytes, file.name);
}
