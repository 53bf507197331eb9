import { isJsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { decodeText } from '@/formats/decode-text';
import type { ForeignImport } from '@/formats/foreign/import-foreign';
import type { ImportReport } from '@/formats/foreign/import-report';
import { foreignLimits } from '@/formats/foreign/read-plain';
import { detectNotation, type Notation } from '@/formats/notation';
import { runDryInMemory } from '@/host/dry-run/run-dry-in-memory';
import { createSimulatedWorld } from '@/providers/simulated/simulated-world';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { findLineKind } from '@/storage/transfer/run-file';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import { formatReport } from '../foreign/report-text';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import { loadSeldomUsed } from '../read-workflow-text';
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
  if (opened === undefined) {
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
  const reports: ImportReport[] = [];
  let code: ExitCode = exitCodes.fine;
  for (const [index, file] of files.entries()) {
    const found = index === 0 ? opened : await openForeign(io, file);
    if (found === undefined || typeof found === 'string') {
      code = printRefusal(io, `${file}: ${found ?? 'The program that wrote this file is not known.'}`);
      continue;
    }
    const whole: ImportReport = {
      ...found.report,
      dryRun: await runDryInMemory(found, { ...createSimulatedWorld(nodeClock), journal: createRunJournal() }),
    };
    reports.push(whole);
    const written = await writeImported(found, flags, io);
    if (written !== exitCodes.fine) code = written;
    const stream = isPrinted(flags) ? io.err : io.out;
    if (report === 'md') stream.write(formatReport(file, whole));
    else if (files.length === 1) stream.write(`${encodeJson(whole, 2)}\n`);
  }
  if (report === 'json' && files.length > 1) io.out.write(`${encodeJson(reports, 2)}\n`);
  return code;
}

/** Whether the workflow goes to standard output, so that the report cannot. */
const isPrinted = ({ to, out }: ImportFlags): boolean => out === '-' || (to !== undefined && out === undefined);

async function writeImported({ text, document }: ForeignImport, flags: ImportFlags, io: Io): Promise<ExitCode> {
  const { to, out } = flags;
  if (out === undefined && to === undefined) return exitCodes.fine;
  const notation =
    (to as Notation | undefined) ?? (out === undefined || out === '-' ? 'yaml' : detectNotation(out, ''));
  const { writeAny } = await loadSeldomUsed();
  return writeResult(out ?? '-', notation === 'yaml' ? text : writeAny[notation].document(document), io);
}

/** What a run's file is called, or a stream that can be read once only. */
const isOfRun = (file: string): boolean => file === '-' || /\.jsonl$|^\/dev\/|^\/proc\//.test(file);

/** A file of another program as a workflow; a text: why it cannot be one; undefined: it may be that of a run. */
async function openForeign(io: Io, file: string): Promise<ForeignImport | string | undefined> {
  if (isOfRun(file)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = await io.readRegular(file, foreignLimits.bytes + 1);
  } catch (error) {
    return explainFsError(error);
  }
  if (isRunFile(bytes)) return undefined;
  if (bytes.length > foreignLimits.bytes) return `The file is larger than ${foreignLimits.bytes / 1024 / 1024} MB.`;
  const text = decodeText(bytes);
  if (!text.ok) return undefined;
  const { importForeign, readAny } = await loadSeldomUsed();
  const imported = importForeign(text.value);
  if (imported !== undefined) return imported.ok ? imported.value : imported.error;
  const { document, diagnostics } = readAny[detectNotation('', text.value)](text.value);
  if (document !== undefined && Object.keys(document.tasks).length > 0)
    return 'This is a workflow of Heddle already. heddle convert writes it in another notation.';
  return diagnostics.find(({ code }) => code === 'HED112')?.message;
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
