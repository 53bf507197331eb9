import type { Json } from '@/base/json';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import type { Output } from './io';
import { plainLine } from './plain-line';

/** A problem and the file it is of, as the file was named. */
export interface Told {
  readonly file: string;
  readonly problem: Diagnostic;
}

const colours = { error: 31, warning: 33, fix: 2 } as const;

/** Writes problems for a person: `file:line:column: error HED203: message`, and below it the mend, where it is plain. */
export function writeTold(output: Output, told: readonly Told[]): void {
  const paint = (text: string, colour: keyof typeof colours): string =>
    output.coloured ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  for (const { file, problem } of told) {
    const { code, severity, message, fix } = problem;
    const place = `${plainLine(file)}:${placeOf(problem).join(':')}`;
    output.write(`${place}: ${paint(`${severity} ${code}`, severity)}: ${plainLine(message)}\n`);
    if (fix) output.write(`${paint(`  fix: ${plainLine(fix.title)}`, 'fix')}\n`);
  }
}

/** A problem for a program. `path` is as it is shown: `tasks.review.depends_on[0]`. */
export function toldJson({ file, problem }: Told): Json {
  const [line, column] = placeOf(problem);
  const { code, severity, message, path, fix } = problem;
  return { file, code, severity, message, line, column, path: formatPath(path), ...(fix && { fix: fix.title }) };
}

/** Line and column from 1; what has no place of its own stands at the start. */
function placeOf({ range }: Diagnostic): readonly [line: number, column: number] {
  return [range?.line ?? 1, range?.column ?? 1];
}
