import { ok, type Result } from '@/base/result';
import { renamePart } from '../commands/rename/rename-part';
import { renameTask } from '../commands/rename/rename-task';
import { formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { containerPath, type TaskPath, taskPathAt } from '../task-path';
import { isId, keyOf, type TextWithOccurrences, textsWith } from './find-texts';
import { mapFindable } from './map-findable';
import { type ModelWorld, replacementProblem } from './replacement-problem';
import { compileQuery, type TextQuery, withReplacements } from './text-query';

/** Which occurrences are replaced: all but some, or only some, by their keys. */
export type ChosenTexts = { readonly allBut: readonly string[] } | { readonly only: readonly string[] };

/** A document after a replacement. */
export interface ReplacedTexts {
  readonly document: WorkflowDocument;
  readonly count: number;
  /** What was left as it was, and why. */
  readonly refused: readonly { readonly key: string; readonly problem: string }[];
}

/**
 * Replaces what a query finds. A text that would lose its form stays as it is. An id is renamed with all references to
 * it, after the texts, and the innermost first, so that the paths of the others still hold.
 */
export function replaceTexts(
  document: WorkflowDocument,
  query: TextQuery,
  chosen: ChosenTexts,
  world: Omit<ModelWorld, 'defaultModel'>,
): Result<ReplacedTexts, string> {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const listed = new Set('only' in chosen ? chosen.only : chosen.allBut);
  const isChosen = (key: string) => listed.has(key) === 'only' in chosen;
  const models: ModelWorld = { ...world, defaultModel: document.defaultModel };
  const refused: { key: string; problem: string }[] = [];
  const texts = new Map<string, string>();
  const renames: { readonly taskPath: TaskPath; readonly newId: string; readonly key: string }[] = [];
  let count = 0;
  const take = ({ text, occurrences }: TextWithOccurrences): void => {
    const taken = occurrences.filter((_, index) => isChosen(keyOf(text.path, index)));
    if (taken.length === 0) return;
    const after = withReplacements(text.text, taken);
    const key = keyOf(text.path, 0);
    if (isId(text)) {
      const taskPath = taskPathAt(document, text.path);
      if (taskPath !== undefined) renames.push({ taskPath, newId: after, key });
      return;
    }
    const problem = replacementProblem(text, after, models);
    if (problem !== undefined) refused.push({ key, problem });
    else {
      texts.set(formatPath(text.path), after);
      count += taken.length;
    }
  };
  for (const one of textsWith(document, query, world, compiled.value)) take(one);
  let next = mapFindable(document, ({ text, path }) => texts.get(formatPath(path)) ?? text);
  const depth = (taskPath: TaskPath) => taskPath.split('/').length;
  for (const { taskPath, newId, key } of renames.toSorted((a, b) => depth(b.taskPath) - depth(a.taskPath))) {
    const renamed =
      containerPath(taskPath) === undefined
        ? renameTask(next, { id: taskPath as TaskId, newId })
        : renamePart(next, { taskPath, newId });
    if (renamed.ok) {
      next = renamed.value;
      count += 1;
    } else refused.push({ key, problem: renamed.error.message });
  }
  return ok({ document: next, count, refused });
}
