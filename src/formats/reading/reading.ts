import { maxNesting } from '@/base/json';
import type { Diagnostic, DiagnosticCode, DocumentPath, Fix, TextRange } from '@/workflow/diagnostic';
import { maxDiagnostics } from '../limits';
import { createTextRanges } from '../text-ranges';
import type { Problem, Span, SyntaxNode } from './syntax-node';

/** The state of reading a text in any notation: the text, and the problems found so far. */
export interface Reading {
  readonly text: string;
  readonly rangeOf: (from: number, to: number) => TextRange;
  readonly diagnostics: Diagnostic[];
}

/** The state at the start of reading a text. */
export function startReading(text: string): Reading {
  return { text, rangeOf: createTextRanges(text), diagnostics: [] };
}

/** Whether no more errors are added: the maximum is reached and at least one of the problems is an error. */
export const isFull = (reading: Reading): boolean => reading.diagnostics.length >= maxDiagnostics && hasErrors(reading);

/** Adds a problem, unless there are too many already. */
export function reportReadingProblem(
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

/** Adds a problem that a parser left in the tree. It is reported once per place, even if several aliases lead to it. */
export function reportProblem(reading: Reading, problem: Problem, path: DocumentPath): void {
  const { code, message, span, key, mend } = problem;
  if (isFull(reading)) return;
  if (reading.diagnostics.some((told) => told.code === code && told.range?.from === span[0])) return;
  const fix = mend && replaceText(reading, mend.title, span, mend.text);
  reportReadingProblem(reading, code, message, key === undefined ? path : [...path, key], span, fix && { fix });
}

/** The fix that replaces a span by `text`. */
export function replaceText(reading: Reading, title: string, [from, to]: Span, text: string): Fix {
  return { kind: 'replace_text', title, range: reading.rangeOf(from, to), text };
}

/**
 * The fix that writes another word in place of a key or a value, in the quotes that this has. `isWord`: left out, yes;
 * what is no text, such as `true`, has no quotes.
 */
export function replaceWord(reading: Reading, span: Span, word: string, isWord = true): Fix {
  return replaceText(reading, `Change to ${word}`, span, isWord ? quoteLike(reading.text[span[0]], word) : word);
}

/** A text as a notation has it that begins with a character: JSON and YAML with quotes, or neither. */
export function quoteLike(first: string | undefined, text: string): string {
  if (first === '"') return JSON.stringify(text);
  return first === "'" ? `'${text.replaceAll("'", "''")}'` : text;
}

/** The message for a text that is nested too deep. */
export const tooDeepMessage = `The text is nested more than ${maxNesting} levels deep. Write it flatter.`;

/** Whether a path is too deep to be read, with aliases expanded; if so, reports it. */
export function isTooDeep(reading: Reading, node: SyntaxNode | null, path: DocumentPath): boolean {
  if (path.length <= maxNesting) return false;
  reportReadingProblem(reading, 'HED101', tooDeepMessage, path, node?.span ?? [0, 0]);
  return true;
}

/** Whether any problem found so far is an error. */
export function hasErrors(reading: Reading): boolean {
  return reading.diagnostics.some(({ severity }) => severity === 'error');
}
