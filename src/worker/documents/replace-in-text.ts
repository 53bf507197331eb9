import { ok, type Result } from '@/base/result';
import type { LiveText } from '@/formats/live-text';
import type { ReadAny } from '@/formats/read-any';
import { editYaml } from '@/formats/yaml/edit-yaml';
import { invertTextEdits, type TextEdit } from '@/workflow/change';
import { changeBetween } from '@/workflow/commands/change-between';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { type ChosenTexts, type ReplacedTexts, replaceTexts } from '@/workflow/find/replace-texts';
import { replacedPath } from '@/workflow/find/replaced-path';
import type { TextQuery } from '@/workflow/find/text-query';
import type { TextReplacement } from '../border/documents-api';
import type { KnownModels } from '../models/known-models';

/** After this many attempts nothing is replaced. Each refuses at least one text more. */
const mostAttempts = 8;

/**
 * Replaces what a query finds in the open text, as edits that are not made yet. What would make a mistake is refused:
 * the edits are tried on the text, which is then as it was. Error: the query is not valid, or a mistake has no single
 * cause.
 */
export function replaceInText(
  live: LiveText,
  document: WorkflowDocument,
  query: TextQuery,
  chosen: ChosenTexts,
  models: KnownModels,
): Result<TextReplacement, string> {
  const check = (): ReadAny => live.check(models.providers, models.checks());
  const before = check();
  const refusing = new Map<string, string>();
  let mistake: Diagnostic | undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const done = replaceTexts(document, query, chosen, models, refusing);
    if (!done.ok) return done;
    const { count, refused } = done.value;
    if (count === 0) return ok({ edits: [], count, refused });
    const { edits } = editYaml(live.read().source, changeBetween(document, done.value.document));
    const made = newMistakes(before, tried(live, edits, check), done.value);
    [mistake] = made;
    if (mistake === undefined) return ok({ edits, count, refused });
    const causes = causesOf(made, done.value);
    if (causes.size === 0) break;
    for (const [key, problem] of causes) refusing.set(key, problem);
  }
  const where = mistake === undefined ? '' : ` ${formatPath(mistake.path)}: ${mistake.message}`;
  return { ok: false, error: `Nothing was replaced, as the workflow would have a mistake.${where}` };
}

/** What is read of the text after some edits, which are taken back. */
function tried(live: LiveText, edits: readonly TextEdit[], check: () => ReadAny): ReadAny {
  live.edit(edits);
  try {
    return check();
  } finally {
    live.edit(invertTextEdits(edits));
  }
}

/** The errors that a text has after a replacement and did not have before. */
function newMistakes(before: ReadAny, after: ReadAny, { newIds }: ReplacedTexts): readonly Diagnostic[] {
  const known = new Set(errorsOf(before).map(({ code, path }) => `${code} ${formatPath(replacedPath(path, newIds))}`));
  return errorsOf(after).filter(({ code, path }) => !known.has(`${code} ${formatPath(path)}`));
}

function errorsOf({ diagnostics }: ReadAny): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** The replaced texts in which mistakes are, by their keys, with what is wrong. */
function causesOf(mistakes: readonly Diagnostic[], { texts, newIds }: ReplacedTexts): ReadonlyMap<string, string> {
  const keys = new Map(texts.map(({ key, path }) => [formatPath(replacedPath(path, newIds)), key]));
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
