import { listReferenceNames } from '@/workflow/expressions/reference';
import { parseTemplate } from '@/workflow/expressions/template';

/** A piece of a template, for display. The texts of all pieces joined are the template. */
export interface TemplatePiece {
  readonly kind: 'text' | 'known' | 'unknown';
  readonly text: string;
}

/** Splits a template for display. A reference is known if a name that it may begin with is known. */
export function splitReferences(text: string, isKnown: (name: string) => boolean): readonly TemplatePiece[] {
  const parsed = parseTemplate(text);
  // While a person types, the end is often not a valid template yet. The text before it is shown all the same.
  const whole = parsed.ok ? text : text.slice(0, parsed.error.at);
  const parts = parsed.ok ? parsed : parseTemplate(whole);
  const pieces: TemplatePiece[] = [];
  let shown = 0;
  const showText = (to: number): void => {
    if (to > shown) pieces.push({ kind: 'text', text: text.slice(shown, to) });
    shown = to;
  };
  for (const part of parts.ok ? parts.value : []) {
    if (part.kind === 'text') continue;
    showText(text.lastIndexOf('{{', part.from));
    const end = text.indexOf('}}', part.to) + 2;
    pieces.push({
      kind: listReferenceNames(part.path).some(isKnown) ? 'known' : 'unknown',
      text: text.slice(shown, end),
    });
    shown = end;
  }
  showText(text.length);
  return pieces;
}
