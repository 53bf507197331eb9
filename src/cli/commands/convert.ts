import { notations } from '@/formats/notation';
import type { ReadAny } from '@/formats/read-any';
import { writeAny } from '@/formats/write-any';
import type { WorkflowDocument } from '@/workflow/document';
import { countPins, removePins } from '@/workflow/pins';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { printDiagnostics } from '../print-diagnostics';
import { type ReadWorkflow, readWorkflow } from '../read-workflow';
import { readWorkflowText } from '../read-workflow-text';
import { writeResult } from '../write-result';

interface Wishes {
  readonly to?: string | undefined;
  readonly out?: string | undefined;
  readonly lenient?: boolean | undefined;
  readonly 'no-layout'?: boolean | undefined;
  readonly 'no-pins'?: boolean | undefined;
}

/**
 * Writes a workflow in another notation. If it has errors, nothing is written, unless `lenient` asks for the valid
 * parts.
 */
export async function convertWorkflow(files: readonly string[], wishes: Wishes, io: Io): Promise<ExitCode> {
  const { to, out = '-', lenient = false } = wishes;
  const [file] = files;
  if (file === undefined || files.length > 1)
    return printRefusal(io, 'Which file? Convert takes one; - is standard input.');
  const target = notations.find((notation) => notation === to);
  if (target === undefined) return printRefusal(io, `Convert to what? Give --to ${notations.join(', --to ')}.`);
  const read = await readWorkflow(io, file, async (text, notation) => {
    const whole = await readWorkflowText(text, notation);
    return lenient ? takeWhatIsSaved(whole) : whole;
  });
  if (!read.ok) return printRefusal(io, read.error);
  const { document, diagnostics } = read.value;
  printDiagnostics(io.err, file, diagnostics);
  if (document === undefined) return exitCodes.problems;
  const placed = wishes['no-layout'] ? removeLayout(document) : document;
  const pins = countPins(document);
  if (pins > 0 && !wishes['no-pins']) {
    const are = pins === 1 ? '1 pinned output is' : `${pins} pinned outputs are`;
    io.err.write(`${file}: ${are} written too. Leave out what a run gave with --no-pins.\n`);
  }
  return writeResult(out, writeAny[target].document(wishes['no-pins'] ? removePins(placed) : placed), io);
}

/** Treats the document without its invalid parts as the whole. Its errors become warnings: they say what is lost. */
function takeWhatIsSaved({ document, saved, diagnostics }: ReadAny): ReadWorkflow {
  const left = document ?? saved;
  if (left === undefined) return { diagnostics };
  return { document: left, diagnostics: diagnostics.map((problem) => ({ ...problem, severity: 'warning' })) };
}

function removeLayout({ layout: _layout, ...rest }: WorkflowDocument): WorkflowDocument {
  return rest;
}
