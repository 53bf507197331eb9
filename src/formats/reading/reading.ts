import { maxNesting } from '@/base/json';
import type { Diagnostic, DiagnosticCode, DocumentPath, Fix, TextRange } from '@/workflow/diagnostic';
import { maxDiagnostics } from '../limits';
import { textRanges } from '../text-ranges';
import type { Problem, Span, SyntaxNode } from './syntax-node';

/** What is passed along while a text is read, in either notation: the text, and the problems found so far. */
export interface Reading {
  readonly text: string;
  readonly rangeOf: (from: number, to: number) => TextRange;
  readonly diagnostics: Diagnostic[];
}

/** The reading of a text, before anything is found. */
export function startReading(text: string): Reading {
  return { text, rangeOf: textRanges(text), diagnostics: [] };
}

/** Whether more errors would not be added: there are enough of them to show, or of warnings with one error at least. */
export const isFull = (reading: Reading): boolean => reading.diagnostics.length >= maxDiagnostics && hasErrors(reading);

/** Adds a problem, unless there are too many already. */
export function report(
  reading: Reading,
  code: DiagnosticCode,
  message: string,
  path: DocumentPath,
  [from, to]: Span,
  more: { readonly severity?: 'warning'; readonly fix?: Fix } = {},
): void {
  if (isFull(reading) || (more.severity && reading.diagnostics.length >= maxDiagnostics)) return;
  const range = reading.rangeOf(from, to);
  reading.diagnostics.push({ code, severity: 'error', message, path, range, ...more });
}

/** Adds a problem that a parser left in the tree. One place is reported once, even if several aliases lead to it. */
export function reportProblem(reading: Reading, problem: Problem, path: DocumentPath): void {
  const { code, message, span, key, mend } = problem;
  if (isFull(reading)) return;
  if (reading.diagnostics.some((told) => told.code === code && told.range?.from === span[0])) return;
  const fix = mend && replaceText(reading, mend.title, span, mend.text);
  report(reading, code, message, key === undefined ? path : [...path, key], span, fix && { fix });
}

/** The mend that puts `text` in place of a span. */
export function replaceText(reading: Reading, title: string, [from, to]: Span, text: string): Fix {
  return { kind: 'replace_text', title, range: reading.rangeOf(from, to), text };
}

/** Said of a text that cannot be read for its nesting. */
export const tooDeepMessage = `The text is nested more than ${maxNesting} levels deep. Write it flatter.`;

/** Whether a place is deeper than what is read, aliases expanded; reported if so. */
export function isTooDeep(reading: Reading, node: SyntaxNode | null, path: DocumentPath): boolean {
  if (path.length <= maxNesting) return false;
  report(reading, 'HED101', tooDeepMessage, path, node?.span ?? [0, 0]);
  return true;
}

/** Whether any problem found so far is an error. */
export function hasErrors(reading: Reading): boolean {
  return reading.diagnostics.some(({ severity }) => severity === 'error');
}
