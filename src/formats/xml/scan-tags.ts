import type { Span } from '../reading/syntax-node';
import { markupAt, type StartTag } from './scan-markup';

/** The tags of a text. Exact as far as the text is well-formed. */
export interface ScannedTags {
  /** All start tags, in their order. */
  readonly tags: readonly StartTag[];
  /** Those that are open at the end. */
  readonly open: readonly StartTag[];
  /** Of a `<!DOCTYPE …>` or other declaration; the scan ended there. */
  readonly declaration?: Span;
  /** Where the scan ended: at a declaration, at the first tag that is nested too deep, or at the end of the text. */
  readonly end: number;
}

/** Finds all tags before a declaration, or an element with more than `levels` elements around it. Does not call itself. */
export function scanTags(text: string, levels: number): ScannedTags {
  const tags: StartTag[] = [];
  const open: StartTag[] = [];
  let declaration: Span | undefined;
  let at = text.indexOf('<');
  while (at !== -1) {
    const markup = markupAt(text, at);
    if (markup?.kind === 'start') {
      if (open.length > levels) break;
      tags.push(markup);
      if (!markup.isEmpty) open.push(markup);
    } else if (markup?.kind === 'end') {
      open.pop();
    } else if (markup?.kind === 'declaration') {
      declaration = [at, markup.end];
      break;
    }
    at = text.indexOf('<', markup?.end ?? at + 1);
  }
  return { tags, open, ...(declaration && { declaration }), end: at === -1 ? text.length : at };
}
