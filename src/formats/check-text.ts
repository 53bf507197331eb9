import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import type { Notation } from './notation';
import { type ReadAny, readAny } from './read-any';

/** Finds problems of a document that depend on more than the document, such as on the facts of models. */
export type MoreChecks = (document: WorkflowDocument) => readonly Diagnostic[];

const listNoMore: MoreChecks = () => [];

/**
 * Reads a text in any notation and checks its meaning. `known` are the ids of the providers that a model may name.
 * Every problem has its range. If a text has problems of syntax or schema, only these are reported, since there is no
 * document to check.
 */
export function checkText(text: string, known: readonly string[], notation: Notation, more?: MoreChecks): ReadAny {
  return checkMeaning(readAny[notation](text), known, more);
}

/** Adds the problems of its meaning to a read text, each with its range. */
export function checkMeaning<T extends ReadAny>(read: T, known: readonly string[], more: MoreChecks = listNoMore): T {
  const { document } = read;
  return document === undefined ? read : addProblems(read, [...validateDocument(document, known), ...more(document)]);
}

/** Adds problems to a read text, each with its range. */
export function addProblems<T extends ReadAny>(read: T, found: readonly Diagnostic[]): T {
  const placed = found.map((problem): Diagnostic => {
    const range = problem.range ?? read.locate(problem.path);
    return range ? { ...problem, range } : problem;
  });
  return { ...read, diagnostics: [...read.diagnostics, ...placed] };
}
