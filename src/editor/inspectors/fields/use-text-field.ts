import { useState } from 'react';
import { createFieldDraft, type FieldDraft, followDocument, typeIntoDraft } from './draft';
import type { FieldPath } from './field-path';
import type { TextFormat } from './text-format';
import { type BoundField, useField } from './use-field';

/** A field that is edited as text. */
export interface EditedText {
  readonly text: string;
  readonly field: BoundField;
  /** The problem of the text itself, or one that the checks of the document found. */
  readonly error: string | undefined;
  change(text: string): void;
}

/**
 * Binds a field as text. What is typed is sent at once. A text that cannot be read stays in the field with the reason,
 * and the document keeps its earlier value. A change from outside shows at once.
 */
export function useTextField(path: FieldPath, format: TextFormat): EditedText {
  const field = useField(path);
  const shown = format.show(field.value);
  const [draft, setDraft] = useState<FieldDraft>(() => createFieldDraft(shown));
  if (shown !== draft.seen) setDraft(followDocument(draft, shown));
  const read = format.parse(draft.text);
  return {
    text: draft.text,
    field,
    error: read.ok ? (field.refused ?? field.problem?.message) : read.error,
    change(text) {
      const next = format.parse(text);
      setDraft((before) => (next.ok ? typeIntoDraft(before, text, format.show(next.value)) : { ...before, text }));
      if (next.ok) void field.set(next.value);
    },
  };
}
