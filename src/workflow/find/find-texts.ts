import { ok, type Result } from '@/base/result';
import { type DocumentPath, formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import type { TaskPath } from '../task-path';
import { createIdProblems } from './id-problem';
import { type FindableKind, type FindableText, mapFindable } from './map-findable';
import { findReplacementProblem, type ModelWorld } from './replacement-problem';
import { compileQuery, type FindIn, type Occurrence, replaceOccurrences, type TextQuery } from './text-query';

/** An occurrence of what was searched for, with the words around it. */
export interface TextHit {
  /** Where it is: unique in a document, and the same until the text changes. */
  readonly key: string;
  readonly kind: FindableKind;
  /** The innermost task that it is in; undefined: in the settings or in the library. */
  readonly taskPath: TaskPath | undefined;
  /** The path of its text, as a file has it. */
  readonly path: DocumentPath;
  /** The path of its text in its task or entry: `['inputs', 'doc', 'from']`, `['id']`. */
  readonly field: DocumentPath;
  /** Where it begins in its text. */
  readonly at: number;
  readonly before: string;
  readonly found: string;
  readonly after: string;
  readonly replaced: string;
  /** Why it cannot be replaced; undefined: it can. */
  readonly problem: string | undefined;
}

/** What a search found. */
export interface FoundTexts {
  /** The wanted ones, in the order of the document. */
  readonly rows: readonly TextHit[];
  /** How many there are in all, and how many of those can be replaced. */
  readonly total: number;
  readonly replaceable: number;
}

/** A text with its occurrences. */
interface TextWithOccurrences {
  readonly text: FindableText;
  readonly occurrences: readonly Occurrence[];
}

/** What is known of models outside of the document. */
export type OutsideModels = Omit<ModelWorld, 'defaultModel'>;

/** Characters shown on either side of an occurrence. */
const around = 48;

/**
 * Finds a text in a document, in time linear in its length: at most `limit` rows after the first `skip`, and the number
 * of all. Error: the query is not valid.
 */
export function findTexts(
  document: WorkflowDocument,
  query: TextQuery,
  world: OutsideModels,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Result<FoundTexts, string> {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const problemOf = createProblems(document, world);
  const rows: TextHit[] = [];
  let [total, replaceable] = [0, 0];
  for (const { text, occurrences } of findTextsWith(document, query, compiled.value)) {
    const { kind, taskPath, path, field } = text;
    const problem = problemOf(text, replaceOccurrences(text.text, occurrences));
    if (problem === undefined) replaceable += occurrences.length;
    for (const [index, { from, to, replaced }] of occurrences.entries()) {
      total += 1;
      if (total <= skip || rows.length >= limit) continue;
      const line = cutLineAround(text.text, from, to);
      rows.push({
        key: buildOccurrenceKey(path, index),
        kind,
        taskPath,
        path,
        field,
        at: from,
        ...line,
        replaced,
        problem,
      });
    }
  }
  return ok({ rows, total, replaceable });
}

/** The key of an occurrence in the text at a path. */
export function buildOccurrenceKey(path: DocumentPath, index: number): string {
  return `${formatPath(path)} ${index}`;
}

/** The texts of a document in which something is found, in its order; the id of a task before what is in it. */
export function findTextsWith(
  document: WorkflowDocument,
  { kinds }: TextQuery,
  findIn: FindIn,
): readonly TextWithOccurrences[] {
  const wanted = new Set(kinds);
  const found: TextWithOccurrences[] = [];
  mapFindable(document, (text) => {
    const occurrences = wanted.has(text.kind) ? findIn(text.text) : [];
    if (occurrences.length > 0) found.push({ text, occurrences });
    return text.text;
  });
  return found;
}

/** Says why a text of a document must not become another; undefined: it may. */
export function createProblems(
  document: WorkflowDocument,
  world: OutsideModels,
): (text: FindableText, after: string) => string | undefined {
  const models: ModelWorld = { providers: world.providers, defaultModel: document.defaultModel };
  const idProblem = createIdProblems(document);
  return (text, after) =>
    after === text.text ? undefined : (idProblem(text, after) ?? findReplacementProblem(text, after, models));
}

/** The words around an occurrence, in its line. */
function cutLineAround(text: string, from: number, to: number): Pick<TextHit, 'before' | 'found' | 'after'> {
  const start = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - around);
  const lineEnd = text.indexOf('\n', to);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, to + around);
  const cutBefore = start > 0 && text.charAt(start - 1) !== '\n' ? '…' : '';
  const cutAfter = end < text.length && text.charAt(end) !== '\n' ? '…' : '';
  return {
    before: cutBefore + text.slice(start, from).trimStart(),
    found: text.slice(from, to),
    after: text.slice(to, end) + cutAfter,
  };
}
