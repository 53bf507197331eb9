import type { WorkflowDocument } from '@/workflow/document';
import { type ExitCode, exitCodes, printRefusal } from './exit-code';
import type { Io } from './io';
import { printDiagnostics } from './print-diagnostics';
import { readWorkflow } from './read-workflow';
import { readWorkflowText } from './read-workflow-text';

/** Reads the workflow that a command is about in any notation, and prints its problems; without one, the exit code. */
export async function openDocument(file: string, io: Io): Promise<WorkflowDocument | ExitCode> {
  const read = await readWorkflow(io, file, readWorkflowText);
  if (!read.ok) return printRefusal(io, read.error);
  printDiagnostics(io.err, file, read.value.diagnostics);
  return read.value.document ?? exitCodes.problems;
}
