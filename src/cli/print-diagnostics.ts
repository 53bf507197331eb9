import { defined } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import type { Output } from './io';
import { formatPlainLine } from './plain-line';

const colours = { error: 31, warning: 33, fix: 2 } as const;

/**
 * Prints problems for a person: `file:line:column: error HED203: message`, and below it the fix if there is an obvious
 * one.
 */
export function printDiagnostics(output: Output, file: string, diagnostics: readonly Diagnostic[]): void {
  const paint = (text: string, colour: keyof typeof colours): string =>
    output.coloured ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  for (const diagnostic of diagnostics) {
    const { code, severity, message, fix } = diagnostic;
    const { line, column } = findDiagnosticPlace(diagnostic);
    const place = `${formatPlainLine(file)}:${line}:${column}`;
    output.write(`${place}: ${paint(`${severity} ${code}`, severity)}: ${formatPlainLine(message)}\n`);
    if (fix) output.write(`${paint(`  fix: ${formatPlainLine(fix.title)}`, 'fix')}\n`);
  }
}

/** Problems for a program. `path` has its display form: `tasks.review.depends_on[0]`. */
export function formatDiagnosticsJson(file: string, diagnostics: readonly Diagnostic[]): JsonObject[] {
  return diagnostics.map((diagnostic) => {
    const { code, severity, message, path, fix } = diagnostic;
    const place = findDiagnosticPlace(diagnostic);
    return { file, code, severity, message, ...place, path: formatPath(path), ...defined({ fix: fix?.title }) };
  });
}

/** Counted from 1. A problem without a position is put at the start. */
function findDiagnosticPlace({ range }: Diagnostic): { readonly line: number; readonly column: number } {
  return { line: range?.line ?? 1, column: range?.column ?? 1 };
}
