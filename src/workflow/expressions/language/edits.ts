/** A piece of a text that is replaced by another. */
export interface SourceEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A text after edits, and where an offset in it was before. */
export interface EditedSource {
  readonly text: string;
  readonly sourceOffset: (offset: number) => number;
}

/** Applies edits that do not overlap. Edits at the same place are made in their order. */
export function applyEdits(source: string, edits: readonly SourceEdit[]): EditedSource {
  const sorted = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  let text = '';
  let done = 0;
  const pieces: { readonly edit: SourceEdit; readonly at: number }[] = [];
  for (const edit of sorted) {
    text += source.slice(done, edit.from);
    pieces.push({ edit, at: text.length });
    text += edit.text;
    done = edit.to;
  }
  const sourceOffset = (offset: number) => {
    const last = pieces.findLast(({ at }) => at <= offset);
    if (last === undefined) return offset;
    const { edit, at } = last;
    return offset < at + edit.text.length ? edit.from : edit.to + (offset - at - edit.text.length);
  };
  return { text: text + source.slice(done), sourceOffset };
}
