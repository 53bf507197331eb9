import type { Diagnostic } from '@/workflow/diagnostic';
import { validateDocument } from '@/workflow/validate/validate';
import type { CheckedText } from './checked-text';
import { readYaml } from './yaml/read-yaml';

/**
 * Reads a text and checks what it means. `known` are the ids of the providers that a model may name. Every problem has its
 * range; of a text with problems of syntax or schema only these are told, since there is no document to check.
 */
export function readText(text: string, known: readonly string[]): CheckedText {
  const { document, source, diagnostics, locate } = readYaml(text);
  if (document === undefined) return { source, diagnostics };
  const found = validateDocument(document, known).map((problem): Diagnostic => {
    const range = problem.range ?? locate(problem.path);
    return range ? { ...problem, range } : problem;
  });
  return { document, source, diagnostics: [...diagnostics, ...found] };
}
