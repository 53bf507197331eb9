import { err, type Result } from '@/base/result';
import { decodeText } from '@/formats/decode-text';
import type { ForeignImport } from '@/formats/foreign/import-foreign';
import { type BrokenFile, type ForeignFile, type Imported, importFile } from '@/formats/import-file';
import { maxForeignBytes, maxWorkflowBytes } from '@/formats/limits';
import { loadLateCode } from '../late-api';

/** A file as it was given. */
interface ReadableFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file that was read, and its text if another program may have drawn it. */
interface ReadText {
  readonly file: Imported;
  readonly text?: string | undefined;
}

/** Reads files in any notation. Those of other programs are read together, as one may run another. */
export async function readFiles(given: readonly ReadableFile[]): Promise<readonly Imported[]> {
  const read: ReadText[] = [];
  for (const one of given) read.push(await readOne(one));
  return readForeign(read);
}

/** Reads what other programs drew, if there are readers for it: few files are such, so their code loads only then. */
export async function readForeign(read: readonly ReadText[]): Promise<readonly Imported[]> {
  const drawn = read.flatMap(({ file, text }) =>
    text !== undefined && isForeign(file, text) ? [{ file, text, keys: [readStem(file.name)] }] : [],
  );
  if (drawn.length === 0) return read.map(({ file }) => file);
  const { explainUnread, importForeignFiles } = await loadLateCode();
  const imported = importForeignFiles(drawn);
  return read.map(({ file }) => {
    const drawings = imported[drawn.findIndex((one) => one.file === file)];
    if (file.status === 'sound') return file;
    const why = drawings === undefined ? explainUnread(drawn.find((one) => one.file === file)?.text ?? '') : undefined;
    if (why !== undefined) return addDrawings(file, [err(why)]);
    return drawings === undefined ? file : addDrawings(file, drawings);
  });
}

/** Whether another program may have drawn it. A text that is too large for a workflow was not looked at. */
const isForeign = (file: Imported, text: string): boolean =>
  file.status === 'broken' &&
  (text.length > maxWorkflowBytes || file.diagnostics.some(({ code }) => code === 'HED112'));

/** The name of a file without its ending, by which another flow may call it. */
const readStem = (name: string): string => name.replace(/\.[^.]*$/, '');

async function readOne({ name, bytes }: ReadableFile): Promise<ReadText> {
  const packed = bytes[0] === 0x50 && bytes[1] === 0x4b ? await readPackage(name, bytes) : undefined;
  if (packed !== undefined) return { file: packed };
  const text = decodeText(bytes, maxForeignBytes);
  return { file: importFile(bytes, name), text: text.ok ? text.value : undefined };
}

/** An archive of another program; undefined: it is none. */
async function readPackage(name: string, bytes: Uint8Array): Promise<BrokenFile | undefined> {
  const { importPackage, readZip } = await loadLateCode();
  const file: BrokenFile = { status: 'broken', name, notation: 'yaml', diagnostics: [] };
  const files = await readZip(new Blob([bytes.slice()])).catch((error: Error) => error.message);
  if (typeof files === 'string') return refuse(file, `This archive cannot be opened. ${files}`);
  const read = await importPackage(files);
  if (read === undefined) return undefined;
  return read.ok ? addDrawings(file, read.value) : refuse(file, `This package cannot be read. ${read.error}`);
}

/** A file with its drawings; if none can be read, it says why. */
function addDrawings(file: BrokenFile, drawings: readonly Result<ForeignImport, string>[]): BrokenFile {
  const flows = drawings.flatMap((one): ForeignFile['flows'] => {
    if (!one.ok) return [];
    const { diagnostics: _told, ...flow } = one.value;
    return [{ ...flow, label: file.name }];
  });
  const refused = drawings.flatMap((one) => (one.ok ? [] : [one.error]));
  if (flows.length > 0) return { ...file, foreign: { flows, refused } };
  const [told] = file.diagnostics;
  return refuse(
    file,
    [told?.code === 'HED112' ? told.message.replace(/ heddle import .*/, '') : '', refused[0] ?? ''].join(' ').trim(),
  );
}

const refuse = (file: BrokenFile, message: string): BrokenFile => ({
  ...file,
  diagnostics: [{ code: 'HED112', severity: 'error', message, path: [] }],
});
