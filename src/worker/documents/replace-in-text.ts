import { ok, type Result } from '@/base/result';
import type { LiveText } from '@/formats/live-text';
import type { ReadAny } from '@/formats/read-any';
import { editYamlInParts } from '@/formats/yaml/edit-yaml-in-parts';
import type { ModelChange, TextEdit } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import {
  type ChosenTexts,
  type ReplacedTexts,
  type ReplacingProgress,
  replaceTexts,
} from '@/workflow/find/replace-texts';
import { mapReplacedPath } from '@/workflow/find/replaced-path';
import type { TextQuery } from '@/workflow/find/text-query';
import type { TextReplacement } from '../border/documents-api';
import type { KnownModels } from '../models/known-models';
import { letWorkerAnswer } from './let-worker-answer';

/** After this many attempts nothing is replaced. Each refuses at least one text more. */
const mostAttempts = 8;

/** The work of {@link replaceInText} as its caller follows it. */
export interface ReplacingWork {
  /** Called between the parts of the work. */
  readonly onProgress: (progress: ReplacingProgress) => void;
  /** Ends it between two parts. */
  readonly signal: AbortSignal;
}

/**
 * Replaces what a query finds in the open text, as edits that are not made yet. What would make a mistake is refused:
 * the edits are tried on a branch of the text, which expects them then. Works in parts, between which the worker does
 * other things. Error: the query is not valid, or a mistake has no single cause. Rejects with `CANCELLED`.
 */
export async function replaceInText(
  live: LiveText,
  document: WorkflowDocument,
  query: TextQuery,
  chosen: ChosenTexts,
  models: KnownModels,
  work: ReplacingWork,
): Promise<Result<TextReplacement, string>> {
  const start = live.branch();
  const checkText = (text: LiveText): ReadAny => text.check(models.providers, models.checks());
  const before = checkText(start);
  const refusing = new Map<string, string>();
  let mistake: Diagnostic | undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const done = replaceTexts(document, query, chosen, models, refusing);
    if (!done.ok) return done;
    const { count, refused, newIds } = done.value;
    if (count === 0) return ok({ edits: [], count, refused, newIds });
    const edits = await computeEdits(start, computeChange(document, done.value.document), work);
    const trial = start.branch();
    trial.edit(edits);
    while (trial.readAhead()) await letWorkerAnswer(work.signal, 'The replacing');
    const made = listNewMistakes(before, checkText(trial), done.value);
    [mistake] = made;
    if (mistake === undefined) {
      live.expect(trial);
      return ok({ edits, count, refused, newIds });
    }
    const causes = findCauses(made, done.value);
    if (causes.size === 0) break;
    for (const [key, problem] of causes) refusing.set(key, problem);
  }
  const where = mistake === undefined ? '' : ` ${formatPath(mistake.path)}: ${mistake.message}`;
  return { ok: false, error: `Nothing was replaced, as the workflow would have a mistake.${where}` };
}

async function computeEdits(text: LiveText, change: ModelChange, work: ReplacingWork): Promise<readonly TextEdit[]> {
  const parts = editYamlInParts(text.read(), change);
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
    work.onProgress({ done: part.value, all: change.tasks.size });
    await letWorkerAnswer(work.signal, 'The replacing');
  }
}

/** The errors that a text has after a replacement and did not have before. */
function listNewMistakes(before: ReadAny, after: ReadAny, { newIds }: ReplacedTexts): readonly Diagnostic[] {
  const known = new Set(
    listErrors(before).map(({ code, path }) => `${code} ${formatPath(mapReplacedPath(path, newIds))}`),
  );
  return listErrors(after).filter(({ code, path }) => !known.has(`${code} ${formatPath(path)}`));
}

function listErrors({ diagnostics }: ReadAny): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** The replaced texts in which mistakes are, by their keys, with what is wrong. */
function findCauses(mistakes: readonly Diagnostic[], { texts, newIds }: ReplacedTexts): ReadonlyMap<string, string> {
  const keys = new Map(texts.map(({ key, path }) => [formatPath(mapReplacedPath(path, newIds)), key]));
  const causes = new Map<string, string>();
  for (const { path, message } of mistakes) {
    for (let length = path.length; length > 0; length -= 1) {
      const key = keys.get(formatPath(path.slice(0, length)));
      if (key === undefined) continue;
      causes.set(key, message);
      break;
    }
  }
  return causes;
}
