import { countOf } from '@/base/figures';
import { encodeJson } from '@/base/json-text';
import { secretUses } from '@/plan/secrets/secret-uses';
import { declaredTools } from '@/workflow/declared-tools';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { plainLine } from '../plain-line';
import { diagnosticsJson, printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { type CheckFlags, checkedWith, readOverrides } from '../run/read-overrides';

/** Prints every problem of the files. An unreadable file does not prevent the check of the others. */
export async function validate(files: readonly string[], flags: CheckFlags, io: Io): Promise<ExitCode> {
  const { json = false, provider = [] } = flags;
  if (files.length === 0) return printRefusal(io, 'Which file? - is standard input.');
  const overrides = await readOverrides(io, files, flags);
  if (!overrides.ok) return printRefusal(io, overrides.error);
  const checked: { readonly file: string; readonly diagnostics: readonly Diagnostic[] }[] = [];
  const sent: string[] = [];
  let unreadable = false;
  for (const file of files) {
    const read = await readWorkflow(io, file, checkedWith(overrides.value, provider), provider);
    if (!read.ok) {
      printRefusal(io, read.error);
      unreadable = true;
      continue;
    }
    const { diagnostics, document } = read.value;
    sent.push(...(document === undefined ? [] : secretLines(document)).map((line) => `${file}: ${line}`));
    checked.push({ file, diagnostics });
    if (!json) printDiagnostics(io.out, file, diagnostics);
  }
  if (json) {
    const problems = checked.flatMap(({ file, diagnostics }) => diagnosticsJson(file, diagnostics));
    io.out.write(`${encodeJson(problems, 2)}\n`);
  }
  if (unreadable) return exitCodes.usage;
  const found = checked.flatMap(({ diagnostics }) => diagnostics);
  if (!json) io.err.write([...sent, summary(files.length, found), ...hints(found)].map((line) => `${line}\n`).join(''));
  return found.some(({ severity }) => severity === 'error') ? exitCodes.problems : exitCodes.fine;
}

/** Which secret the tools of a workflow send where: `Sends the secret SEARCH to https://api.example.org (find).` */
function secretLines(document: WorkflowDocument): readonly string[] {
  const lines = declaredTools(document).flatMap(({ name, tool }) =>
    secretUses(tool).map(({ secret, target }) => plainLine(`Sends the secret ${secret} to ${target} (${name}).`)),
  );
  return [...new Set(lines)];
}

/** What the command line can give to a template that does not have it: a variable, and a model. */
function hints(found: readonly Diagnostic[]): readonly string[] {
  const names = found.flatMap(({ code, message }) => (code === 'HED305' ? (missingForm.exec(message)?.[1] ?? []) : []));
  return [
    ...[...new Set(names)].map((name) => `If “${name}” is given when it runs: --var ${name}=VALUE`),
    ...(found.some(({ code }) => code === 'HED308') ? ['If the model is given when it runs: --model MODEL'] : []),
  ];
}

/** The message for a name that is not known, and is like no other. */
const missingForm = /^“([A-Za-z_]\w*)” is not a task, input or variable\.$/;

/** `2 files: 1 error, 3 warnings.` */
function summary(files: number, found: readonly Diagnostic[]): string {
  const problems = (['error', 'warning'] as const).flatMap((severity) => {
    const number = found.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? [] : [countOf(number, severity)];
  });
  return `${countOf(files, 'file')}: ${problems.join(', ') || 'no problems'}.`;
}
