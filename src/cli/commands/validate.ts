import { formatCount } from '@/base/figures';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { listDeclaredSecrets } from '@/plan/secrets/secret-uses';
import type { Diagnostic } from '@/workflow/diagnostic';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { formatDiagnosticsJson, printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { type CheckFlags, createOverridingCheck, readOverrides } from '../run/read-overrides';
import { readTestsFile } from '../test/read-tests-file';

/** Prints every problem of the files. An unreadable file does not prevent the check of the others. */
export async function validateFiles(files: readonly string[], flags: CheckFlags, io: Io): Promise<ExitCode> {
  const { json = false, provider = [] } = flags;
  if (files.length === 0) return printRefusal(io, 'Which file? - is standard input.');
  const overrides = await readOverrides(io, files, flags);
  if (!overrides.ok) return printRefusal(io, overrides.error);
  const checked: { readonly file: string; readonly diagnostics: readonly Diagnostic[] }[] = [];
  const sent: { readonly file: string; readonly secrets: ReturnType<typeof listDeclaredSecrets> }[] = [];
  let unreadable = false;
  for (const file of files) {
    const read = await readWorkflow(io, file, createOverridingCheck(overrides.value, provider), provider);
    if (!read.ok) {
      printRefusal(io, read.error);
      unreadable = true;
      continue;
    }
    const { diagnostics, document } = read.value;
    if (document !== undefined) sent.push({ file, secrets: listDeclaredSecrets(document) });
    const tests = document && (await readTestsFile(io, file, document, provider));
    const found = [{ file, diagnostics }, ...(tests?.file === undefined ? [] : [{ ...tests, file: tests.file }])];
    checked.push(...found);
    if (!json) for (const one of found) printDiagnostics(io.out, one.file, one.diagnostics);
  }
  if (json) {
    const problems = checked.flatMap(({ file, diagnostics }) => formatDiagnosticsJson(file, diagnostics));
    const notes = sent.flatMap(({ file, secrets }) => secrets.map((secret) => formatSecretNote(file, secret)));
    io.out.write(`${encodeJson([...problems, ...notes], 2)}\n`);
  }
  if (unreadable) return exitCodes.usage;
  const found = checked.flatMap(({ diagnostics }) => diagnostics);
  if (!json) {
    const lines = sent.flatMap(({ file, secrets }) => secrets.map((secret) => `${file}: ${formatSecretLine(secret)}`));
    io.err.write(
      [...lines, formatSummary(files.length, found), ...listHints(found)].map((line) => `${line}\n`).join(''),
    );
  }
  return found.some(({ severity }) => severity === 'error') ? exitCodes.problems : exitCodes.fine;
}

type DeclaredSecret = ReturnType<typeof listDeclaredSecrets>[number];

/** `Sends the secret SEARCH to https://api.example.org (find).` */
function formatSecretLine({ secret, target, tool }: DeclaredSecret): string {
  return formatPlainLine(`Sends the secret ${secret} to ${target} (${tool}).`);
}

/** The same for programs: a note among the problems, with the names that `plan --json` gives it. */
function formatSecretNote(file: string, declared: DeclaredSecret): JsonObject {
  const { secret, target, tool } = declared;
  return { file, severity: 'note', message: formatSecretLine(declared), secret, sent_to: target, tool };
}

/** What the command line can give to a template that does not have it: a variable, and a model. */
function listHints(found: readonly Diagnostic[]): readonly string[] {
  const names = found.flatMap(({ code, message }) => (code === 'HED305' ? (missingForm.exec(message)?.[1] ?? []) : []));
  return [
    ...[...new Set(names)].map((name) => `If “${name}” is given when it runs: --var ${name}=VALUE`),
    ...(found.some(({ code }) => code === 'HED308') ? ['If the model is given when it runs: --model MODEL'] : []),
  ];
}

/** The message for a name that is not known, and is like no other. */
const missingForm = /^“([A-Za-z_]\w*)” is not a task, input or variable\.$/;

/** `2 files: 1 error, 3 warnings.` */
function formatSummary(files: number, found: readonly Diagnostic[]): string {
  const problems = (['error', 'warning'] as const).flatMap((severity) => {
    const number = found.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? [] : [formatCount(number, severity)];
  });
  return `${formatCount(files, 'file')}: ${problems.join(', ') || 'no problems'}.`;
}
