import {
  applyModelChange,
  applyTextEdits,
  invertModelChange,
  type ModelChange,
  type TextEdit,
} from '@/workflow/change';
import { getSettings, type WorkflowDocument } from '@/workflow/document';
import { computeDifference } from './edit-history';
import type { Synced, Write } from './text-sync';

/**
 * A text that may be stored, by its revision and length, with the edits that turn it into the text of the page that was
 * left.
 */
interface Version {
  readonly revision: number;
  readonly length: number;
  readonly edits: readonly TextEdit[];
}

/** The unsaved state of a workflow when its page is left. */
export interface Unsaved {
  /** The last stored revision, and the one being saved, if any. */
  readonly versions: readonly Version[];
  /** Edits that are not in the text yet. */
  readonly unwritten: readonly Write[];
}

/** The unsaved state of a workflow. `stored`: the text of the revision; `storing`: the text being saved after it. */
export function buildUnsaved(
  { text, document, unwritten, untaken }: Synced,
  revision: number,
  stored: string,
  storing: string | undefined,
): Unsaved {
  const unsavedText = untaken && unwritten.length === 0 ? applyTextEdits(text, untaken.edits) : text;
  const version = (ofRevision: number, storedText: string): Version => ({
    revision: ofRevision,
    length: storedText.length,
    edits: computeDifference(storedText, unsavedText),
  });
  const next = storing === undefined ? [] : [version(revision + 1, storing)];
  return { versions: [version(revision, stored), ...next], unwritten: widenWrites(document, unwritten) };
}

/** Changes that lead to a document, each with its settings and layout as wholes, which their schemas can check. */
function widenWrites(document: WorkflowDocument, unwritten: readonly Write[]): readonly Write[] {
  let after = document;
  const wide = unwritten.toReversed().map((write): Write => {
    const { tasks, settings, layout } = write.model;
    const before = applyModelChange(after, invertModelChange(write.model));
    const model: ModelChange = {
      tasks,
      ...(settings && { settings: { before: getSettings(before), after: getSettings(after) } }),
      ...(layout && { layout: { before: before.layout, after: after.layout } }),
    };
    after = before;
    return { ...write, model };
  });
  return wide.toReversed();
}

/**
 * The edits that turn a stored text into the one of the page that was left; undefined if they do not apply to this
 * text.
 */
export function findEditsSince(unsaved: Unsaved, revision: number, text: string): readonly TextEdit[] | undefined {
  const version = unsaved.versions.find(
    (candidate) => candidate.revision === revision && candidate.length === text.length,
  );
  const fits = version?.edits.every(({ at, removed }) => text.slice(at, at + removed.length) === removed);
  return fits ? version?.edits : undefined;
}
