import type { ScopeName } from './names-in-scope';

/** A reference that is being typed: from after the braces to the cursor. Offsets are UTF-16 units. */
export interface OpenReference {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
}

const open = /\{\{\s*([A-Za-z0-9_.-]*)$/;

/** The reference that the cursor is in, or undefined. `\{{` opens none. */
export function openReferenceAt(text: string, cursor: number): OpenReference | undefined {
  const before = text.slice(0, cursor);
  const match = open.exec(before);
  if (match === null || text[match.index - 1] === '\\') return undefined;
  const typed = match[1] ?? '';
  return { from: cursor - typed.length, to: cursor, typed };
}

/**
 * The names that fit what was typed: those that begin so, then those that hold it. The case of letters does not matter.
 */
export function matchingNames(names: readonly ScopeName[], typed: string): readonly ScopeName[] {
  const sought = typed.toLowerCase();
  const begins = names.filter(({ name }) => name.toLowerCase().startsWith(sought));
  const holds = names.filter(({ name }) => name.toLowerCase().indexOf(sought) > 0);
  return [...begins, ...holds];
}

/**
 * The text with the reference filled in and closed, and where the cursor goes. What of a name stood after the cursor
 * gives way.
 */
export function completeReference(
  text: string,
  reference: OpenReference,
  name: string,
): { readonly text: string; readonly cursor: number } {
  const after = text.slice(reference.to).replace(/^[A-Za-z0-9_.-]*\s*(?=\}\})/, '');
  const closed = after.startsWith('}}') ? after : `}}${after}`;
  return { text: text.slice(0, reference.from) + name + closed, cursor: reference.from + name.length + 2 };
}
