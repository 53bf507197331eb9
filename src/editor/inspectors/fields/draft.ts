/**
 * What stands in a text field while the document behind it moves: the text as it was typed, the form in which the
 * document was last seen, and the forms that were sent and have not been seen come back yet.
 */
export interface FieldDraft {
  readonly text: string;
  readonly seen: string;
  readonly sent: readonly string[];
}

/** A field that shows what the document has. */
export function fieldDraftOf(shown: string): FieldDraft {
  return { text: shown, seen: shown, sent: [] };
}

/** A text was typed and sent; `form` is how the document will show it. */
export function typed(draft: FieldDraft, text: string, form: string): FieldDraft {
  return { ...draft, text, sent: form === (draft.sent.at(-1) ?? draft.seen) ? draft.sent : [...draft.sent, form] };
}

/**
 * The document shows something else now. If that is what was sent, the text stays as it was typed; else it is taken
 * over.
 */
export function followDocument(draft: FieldDraft, shown: string): FieldDraft {
  const index = draft.sent.indexOf(shown);
  return index < 0 ? fieldDraftOf(shown) : { ...draft, seen: shown, sent: draft.sent.slice(index + 1) };
}
