import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import type { ReadAny } from './read-any';

/** Finds problems of a document that depend on more than the document, such as on the facts of models. */
export type MoreChecks = (document: WorkflowDocument) => readonly Diagnostic[];

const listNoMore: MoreChecks = () => [];

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
