import type { Result } from '@/base/result';
import type { Notation } from '@/formats/notation';
import type { EditRefusal } from '@/workflow/commands/edit-refusal';
import type { WorkflowDocument } from '@/workflow/document';
import { type ExitCode, exitCodes, printRefusal } from './exit-code';
import type { Io } from './io';
import { printDiagnostics } from './print-diagnostics';
import { readWorkflow } from './read-workflow';
import { loadSeldomUsed, readWorkflowText } from './read-workflow-text';

/**
 * Edits a file in its notation; comments and layout stay. Nothing is written if the edit is refused. `beforeWriting`
 * runs once the edit is made; what it throws leaves the file as it is.
 */
export async function changeFile(
  file: string,
  io: Io,
  edit: (document: WorkflowDocument) => Result<WorkflowDocument, EditRefusal>,
  beforeWriting: () => Promise<void> = async () => {},
): Promise<ExitCode> {
  let opened: { readonly text: string; readonly notation: Notation } | undefined;
  const read = await readWorkflow(io, file, (text, notation) => {
    opened = { text, notation };
    return readWorkflowText(text, notation);
  });
  if (!read.ok) return printRefusal(io, read.error);
  const { document, diagnostics } = read.value;
  if (document === undefined || opened === undefined) {
    printDiagnostics(io.err, file, diagnostics);
    return exitCodes.problems;
  }
  const edited = edit(document);
  if (!edited.ok) return printRefusal(io, `${file}: ${edited.error.message}`);
  const { editText } = await loadSeldomUsed();
  const text = editText(opened.text, opened.notation, document, edited.value);
  await beforeWriting();
  await io.write(file, text);
  return exitCodes.fine;
}
