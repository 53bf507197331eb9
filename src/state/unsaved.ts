import { applyTextEdits, type TextEdit } from '@/workflow/change';
import { differenceOf } from './edit-history';
import type { Synced, Write } from './text-sync';

/** A text that may be stored, by its revision and length, and what makes the text that was left out of it. */
interface Version {
  readonly revision: number;
  readonly length: number;
  readonly edits: readonly TextEdit[];
}

/** What is not stored of a workflow whose page is left. */
export interface Unsaved {
  /** The revision that was stored last, and the one that was on its way, if one was. */
  readonly versions: readonly Version[];
  /** Edits that are not in the text yet. */
  readonly unwritten: readonly Write[];
}

/** What of a workflow is not stored. `stored`: the text of the revision; `storing`: the one on its way after it. */
export function unsavedOf(
  { text, unwritten, untaken }: Synced,
  revision: number,
  stored: string,
  storing: string | undefined,
): Unsaved {
  const left = untaken && unwritten.length === 0 ? applyTextEdits(text, untaken.edits) : text;
  const version = (of: number, from: string): Version => ({
    revision: of,
    length: from.length,
    edits: differenceOf(from, left),
  });
  const next = storing === undefined ? [] : [version(revision + 1, storing)];
  return { versions: [version(revision, stored), ...next], unwritten };
}

/** What makes the text that was left out of a stored one; undefined if it was not made of this one. */
export function editsSince(unsaved: Unsaved, revision: number, text: string): readonly TextEdit[] | undefined {
  const version = unsaved.versions.find((one) => one.revision === revision && one.length === text.length);
  const fits = version?.edits.every(({ at, removed }) => text.slice(at, at + removed.length) === removed);
  return fits ? version?.edits : undefined;
}
