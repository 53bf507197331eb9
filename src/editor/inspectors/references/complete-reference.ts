/** A reference that is being typed, from the character after the braces to the cursor. Offsets are UTF-16 units. */
export interface OpenReference {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
}

const open = /\{\{\s*([A-Za-z0-9_.-]*)$/;

/** The unfinished reference at the cursor, or undefined. `\{{` begins none. */
export function openReferenceAt(text: string, cursor: number): OpenReference | undefined {
  const before = text.slice(0, cursor);
  const match = open.exec(before);
  if (match === null || text[match.index - 1] === '\\') return undefined;
  const typed = match[1] ?? '';
  return { from: cursor - typed.length, to: cursor, typed };
}

/**
 * The text with the reference completed and closed, and the new position of the cursor. Text after the cursor that
 * belongs to the same name is replaced.
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
