import { join } from 'node:path';
import { maxWorkflowBytes } from '@/formats/limits';
import { detectNotation, workflowEndings } from '@/formats/notation';
import type { WorkflowDocument } from '@/workflow/document';
import type { Io } from '../io';
import { readWorkflowText } from '../read-workflow-text';

/**
 * The workflows with tests in the folder of the command and below it, by their paths from there. A file that has tasks
 * and tests but cannot be read is among them, so that its errors are told.
 */
export async function findTestedFiles(io: Io): Promise<readonly string[]> {
  const { folder } = io.machine;
  const entries = await io.machine.files(folder, [], []).list();
  const found: string[] = [];
  for (const { path, bytes } of entries) {
    if (bytes > maxWorkflowBytes || !workflowEndings.some((ending) => path.toLowerCase().endsWith(ending))) continue;
    const file = path.slice(1);
    const text = new TextDecoder().decode(await io.readRegular(join(folder, file), maxWorkflowBytes));
    // Most files are told by that alone, which is much faster than to read them.
    if (!/\btests\b/.test(text) || !/\b(tasks|task)\b/.test(text)) continue;
    const { document } = await readWorkflowText(text, detectNotation(file, text));
    if (document === undefined ? looksTested(text) : hasTests(document)) found.push(file);
  }
  return found;
}

function hasTests(document: WorkflowDocument): boolean {
  const isTested =
    document.tests !== undefined && (typeof document.tests === 'string' || Object.keys(document.tests).length > 0);
  return isTested && Object.keys(document.tasks).length > 0;
}

/** Whether a text that is broken was meant as a workflow with tests: it has both at its top. */
function looksTested(text: string): boolean {
  return ['tasks', 'tests'].every((key) =>
    new RegExp(`^(${key}\\s*:|\\s*<${key}\\b| ?\\s?"${key}"\\s*:)`, 'm').test(text),
  );
}
