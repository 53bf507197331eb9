import { ok, type Result } from '@/base/result';
import { formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { buildOccurrenceKey, createProblems, findTextsWith, type OutsideModels } from './find-texts';
import { mapFindable } from './map-findable';
import { type FoundName, type RefusedText, type ReplacedText, renameFound } from './rename-found';
import { compileQuery, replaceOccurrences, type TextQuery } from './text-query';

/** Which occurrences are replaced: all but some, or only some, by their keys. */
export type ChosenTexts = { readonly allBut: readonly string[] } | { readonly only: readonly string[] };

/** How many of the tasks that a replacement changes are written. */
export interface ReplacingProgress {
  readonly done: number;
  readonly all: number;
}

/** A document after a replacement. */
export interface ReplacedTexts {
  readonly document: WorkflowDocument;
  /** How many occurrences were replaced. */
  readonly count: number;
  readonly texts: readonly ReplacedText[];
  readonly refused: readonly RefusedText[];
  /** New ids and names, by the paths of the tasks and entries that had the old ones. */
  readonly newIds: ReadonlyMap<string, string>;
}

/**
 * Replaces what a query finds. A text that would lose its form stays as it is. `refusing`: texts that must stay as they
 * are, and why, by the keys of their first occurrences. An id is renamed with all references to it, after the texts.
 * Error: the query is not valid.
 */
export function replaceTexts(
  document: WorkflowDocument,
  query: TextQuery,
  chosen: ChosenTexts,
  world: OutsideModels,
  refusing: ReadonlyMap<string, string> = new Map(),
): Result<ReplacedTexts, string> {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const listed = new Set('only' in chosen ? chosen.only : chosen.allBut);
  const isChosen = (key: string) => listed.has(key) === 'only' in chosen;
  const problemOf = createProblems(document, world);
  const refused: RefusedText[] = [];
  const texts = new Map<string, string>();
  const replaced: ReplacedText[] = [];
  const names: FoundName[] = [];
  let count = 0;
  for (const { text, occurrences } of findTextsWith(document, query, compiled.value)) {
    const first = occurrences.findIndex((_, index) => isChosen(buildOccurrenceKey(text.path, index)));
    if (first < 0) continue;
    const taken = occurrences.filter((_, index) => isChosen(buildOccurrenceKey(text.path, index)));
    const after = replaceOccurrences(text.text, taken);
    if (after === text.text) continue;
    const key = buildOccurrenceKey(text.path, first);
    const problem = refusing.get(key) ?? problemOf(text, after);
    if (problem !== undefined) refused.push({ key, problem });
    else if (text.form === 'id' || text.form === 'entry') names.push({ text, after, key, count: taken.length });
    else {
      texts.set(formatPath(text.path), after);
      replaced.push({ key, path: text.path });
      count += taken.length;
    }
  }
  const written =
    texts.size === 0 ? document : mapFindable(document, ({ text, path }) => texts.get(formatPath(path)) ?? text);
  const renamed = renameFound(written, names);
  return ok({
    document: renamed.document,
    count: count + renamed.count,
    texts: [...replaced, ...renamed.texts],
    refused: [...refused, ...renamed.refused],
    newIds: renamed.newIds,
  });
}
