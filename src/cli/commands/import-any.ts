import { isJsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Result } from '@/base/result';
import { decodeText } from '@/formats/decode-text';
import type { ForeignImport } from '@/formats/foreign/import-foreign';
import type { ImportReport } from '@/formats/foreign/import-report';
import { foreignLimits } from '@/formats/foreign/read-plain';
import { detectNotation, type Notation } from '@/formats/notation';
import { runDryInMemory } from '@/host/dry-run/run-dry-in-memory';
import { estimateRealRun } from '@/plan/estimate/real-run';
import { createSimulatedWorld } from '@/providers/simulated/simulated-world';
import { loadTokenCounter } from '@/providers/token-counter';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { findLineKind } from '@/storage/transfer/run-file';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import { formatReport } from '../foreign/report-text';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import { loadSeldomUsed } from '../read-workflow-text';
import { createCatalogueFor } from '../run/attached-files';
import type { StoreFlags } from '../run/store-place';
import { writeResult } from '../write-result';
import { importRun } from './import';

interface ImportFlags extends StoreFlags {
  readonly to?: string | undefined;
  readonly report?: string | undefined;
  readonly out?: string | undefined;
}

/** Imports runs, and workflows that other programs drew. Which of them a file is, is told by what is in it. */
export async function importAny(files: readonly string[], flags: ImportFlags, io: Io): Promise<ExitCode> {
  const { to, report = 'md', out } = flags;
  const [first] = files;
  const opened = first === undefined ? undefined : await openForeign(io, first);
  const unused = to ?? out ?? flags.report;
  if (first === undefined || opened === undefined) {
    if (unused === undefined || first === undefined) return importRun(files, flags, io);
    return printRefusal(
      io,
      `${first}: The program that wrote this file is not known. --to, --report and --out are for files of others.`,
    );
  }
  if (report !== 'md' && report !== 'json') return printRefusal(io, 'The report is --report md or --report json.');
  if (to !== undefined && to !== 'yaml' && to !== 'xml')
    return printRefusal(io, 'Import to what? Give --to yaml or --to xml.');
  if (files.length > 1 && (out !== undefined || to !== undefined))
    return printRefusal(io, '--to and --out are for one file. Import the others one by one.');
  const others = files.slice(1);
  const all = [opened];
  for (const file of others) all.push((await openForeign(io, file)) ?? { refusal: unknownProgram });
  const drawings = await importTogether(files, all);
  const reports: ImportReport[] = [];
  let code: ExitCode = exitCodes.fine;
  let left = mostTrying;
  for (const [index, { file, found }] of drawings.entries()) {
    if (typeof found === 'string') {
      code = printRefusal(io, `${file}: ${found}`);
      continue;
    }
    const world = { known: [], catalogue: createCatalogueFor([], io) };
    const realRun = await estimateRealRun(found, world, loadTokenCounter);
    const begun = nodeClock.now();
    const dryWorld = { ...createSimulatedWorld(nodeClock), journal: createRunJournal() };
    const dryRun = await runDryInMemory(found, dryWorld, { time: Math.max(left, leastTrying) });
    left -= nodeClock.now() - begun;
    const whole: ImportReport = {
      ...found.report,
      dryRun,
      ...(realRun.ok ? { realRun: realRun.value } : {}),
    };
    reports.push(whole);
    // Of a file with several drawings the first is written.
    const written = index === 0 ? await writeImported(found, flags, io) : exitCodes.fine;
    if (written !== exitCodes.fine) code = written;
    const stream = isPrinted(flags) ? io.err : io.out;
    if (report === 'md') stream.write(formatReport(file, whole));
    else if (drawings.length === 1) stream.write(`${encodeJson(whole, 2)}\n`);
  }
  if (report === 'json' && drawings.length > 1) io.out.write(`${encodeJson(reports, 2)}\n`);
  return code;
}

/** What all dry runs of one command may take, and what each may whatever the others took, in ms. */
const [mostTrying, leastTrying] = [6000, 50];

const unknownProgram = 'The program that wrote this file is not known.';

type Drawing = Result<ForeignImport, string>;

/** What a file holds: a text of another program, the drawings of an archive, or why it is not read. */
type Opened = { readonly text: string } | { readonly drawings: readonly Drawing[] } | { readonly refusal: string };

/** Each drawing of each file as a workflow, or why it is none: one that another one runs becomes its function too. */
async function importTogether(files: readonly string[], opened: readonly Opened[]) {
  const { importForeignFiles } = await loadSeldomUsed();
  const read = opened.flatMap((one, index) =>
    'text' in one ? [{ index, text: one.text, keys: [readStem(files[index] ?? '')] }] : [],
  );
  const imported = importForeignFiles(read);
  return opened.flatMap((one, index): { readonly file: string; readonly found: ForeignImport | string }[] => {
    const file = files[index] ?? '';
    if ('refusal' in one) return [{ file, found: one.refusal }];
    const drawn = 'drawings' in one ? one.drawings : (imported[read.findIndex((each) => each.index === index)] ?? []);
    return drawn.map((found) => ({
      file: drawn.length > 1 && found.ok ? `${file}: ${found.value.document.name ?? ''}` : file,
      found: found.ok ? found.value : found.error,
    }));
  });
}

/** The name of a file without its folder and ending, by which another flow may call it. */
const readStem = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');

/** Whether the workflow goes to standard output, so that the report cannot. */
const isPrinted = ({ to, out }: ImportFlags): boolean => out === '-' || (to !== undefined && out === undefined);

async function writeImported({ text, document, files }: ForeignImport, flags: ImportFlags, io: Io): Promise<ExitCode> {
  const { to, out } = flags;
  if (out === undefined && to === undefined) return exitCodes.fine;
  const notation =
    (to as Notation | undefined) ?? (out === undefined || out === '-' ? 'yaml' : detectNotation(out, ''));
  const { writeAny } = await loadSeldomUsed();
  const code = await writeResult(out ?? '-', notation === 'yaml' ? text : writeAny[notation].document(document), io);
  return out === undefined || out === '-' || code !== exitCodes.fine ? code : writeFiles(files, out, io);
}

/** Writes the files that came with a workflow beside it. What is there already stays as it is. */
async function writeFiles(files: ForeignImport['files'], out: string, io: Io): Promise<ExitCode> {
  const folder = io.machine.files(out.replace(/[^\\/]*$/, '') || '.', [], []);
  let code: ExitCode = exitCodes.fine;
  for (const { path, content } of files) {
    try {
      if ((await folder.read(path)) === undefined) await folder.write(path, content);
      else code = printRefusal(io, `${path}: It is there already, and stays as it is.`);
    } catch (error) {
      code = printRefusal(io, `${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return code;
}

/** What a run's file is called, or a stream that can be read once only. */
const isOfRun = (file: string): boolean => file === '-' || /\.jsonl$|^\/dev\/|^\/proc\//.test(file);

/** A file of another program, or why it is not read; undefined: it may be that of a run. */
async function openForeign(io: Io, file: string): Promise<Opened | undefined> {
  if (isOfRun(file)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = await io.readRegular(file, foreignLimits.bytes + 1);
  } catch (error) {
    return { refusal: explainFsError(error) };
  }
  if (isRunFile(bytes)) return undefined;
  if (bytes.length > foreignLimits.bytes)
    return { refusal: `The file is larger than ${foreignLimits.bytes / 1024 / 1024} MB.` };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return openPackage(bytes);
  const text = decodeText(bytes, foreignLimits.bytes);
  if (!text.ok) return undefined;
  const { explainUnread, isForeign, readAny } = await loadSeldomUsed();
  if (isForeign(text.value)) return { text: text.value };
  const { document, diagnostics } = readAny[detectNotation('', text.value)](text.value);
  if (document !== undefined && Object.keys(document.tasks).length > 0)
    return { refusal: 'This is a workflow of Heddle already. heddle convert writes it in another notation.' };
  const unknown = diagnostics.find(({ message }) => message.startsWith('No known format.'));
  if (unknown !== undefined) return { refusal: unknown.message };
  const problem = diagnostics.find(({ code }) => code === 'HED112');
  const why = problem && explainUnread(text.value);
  return problem && { refusal: why === undefined ? problem.message : `${withoutAdvice(problem.message)} ${why}` };
}

/** What a file is, without what to do about it. */
const withoutAdvice = (message: string): string => message.replace(/ heddle import .*/, '');

/** The apps of an archive, or why they are not read; undefined: it says not what is in it. */
async function openPackage(bytes: Uint8Array): Promise<Opened | undefined> {
  const { importPackage, readZip } = await loadSeldomUsed();
  try {
    const read = await importPackage(await readZip(new Blob([bytes.slice()])));
    if (read === undefined) return undefined;
    return read.ok ? { drawings: read.value } : { refusal: read.error };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether the first line is one of a run's file, or it is a page that shows a run. */
function isRunFile(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x0a);
  const line = new TextDecoder().decode(bytes.subarray(0, end < 0 ? bytes.length : end)).trim();
  if (/^<(?:!doctype|html)/i.test(line)) return true;
  if (!line.startsWith('{')) return false;
  try {
    const parsed: unknown = JSON.parse(line);
    return isJsonObject(parsed) && findLineKind(parsed) !== undefined;
  } catch {
    return false;
  }
}
