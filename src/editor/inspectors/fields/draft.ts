/**
 * The state of a text field while the document behind it changes: `text` as it was typed, `seen` the form in which the
 * document last showed it, and `sent` the forms that were sent and have not come back yet.
 */
export interface FieldDraft {
  readonly text: string;
  readonly seen: string;
  readonly sent: readonly string[];
}

/** A draft that shows the value of the document. */
export function createFieldDraft(shown: string): FieldDraft {
  return { text: shown, seen: shown, sent: [] };
}

/** A text was typed and sent. `form` is how the document will show it. */
export function typeIntoDraft(draft: FieldDraft, text: string, form: string): FieldDraft {
  return { ...draft, text, sent: form === (draft.sent.at(-1) ?? draft.seen) ? draft.sent : [...draft.sent, form] };
}

/**
 * The document shows another value now. If that was sent from here, the text stays as it was typed; otherwise the value
 * replaces it.
 */
export function followDocument(draft: FieldDraft, shown: string): FieldDraft {
  const index = draft.sent.indexOf(shown);
  return index < 0 ? createFieldDraft(shown) : { ...draft, seen: shown, sent: draft.sent.slice(index + 1) };
}
