import { isStrictJson } from '@/base/lenient-json';

/** A piece of a reply: of the answer, or of the thoughts before it. */
interface Piece {
  readonly kind: 'text' | 'reasoning';
  readonly text: string;
}

const open = '<think>';
const close = '</think>';

/**
 * Separates thoughts from the answer if the server sends both in one text: models with open weights write
 * `<think>…</think>` before the answer (DeepSeek-R1, Qwen3), and servers without a reasoning parser pass it on. Only at
 * the start of a reply: elsewhere the tag belongs to the answer.
 */
export class ThinkTags {
  #state: 'begin' | 'thinking' | 'after' | 'answer';
  #held = '';

  /** `isWanted` false: everything is the answer. */
  constructor(isWanted: boolean) {
    this.#state = isWanted ? 'begin' : 'answer';
  }

  /** Takes a delta; a possible start of a tag is held back until it is clear. */
  take(delta: string): readonly Piece[] {
    if (this.#state === 'answer') return [{ kind: 'text', text: delta }];
    this.#held += delta;
    const pieces: Piece[] = [];
    if (this.#state === 'begin') {
      const text = this.#held.trimStart();
      if (text.length < open.length && open.startsWith(text)) return [];
      this.#state = text.startsWith(open) ? 'thinking' : 'answer';
      this.#held = this.#state === 'thinking' ? text.slice(open.length) : this.#held;
    }
    if (this.#state === 'thinking') {
      const at = this.#held.indexOf(close);
      const safe = at < 0 ? computeSafeLength(this.#held) : at;
      if (safe > 0) pieces.push({ kind: 'reasoning', text: this.#held.slice(0, safe) });
      this.#held = at < 0 ? this.#held.slice(safe) : this.#held.slice(at + close.length);
      if (at < 0) return pieces;
      this.#state = 'after';
    }
    if (this.#state === 'after') {
      this.#held = this.#held.trimStart();
      if (this.#held === '') return pieces;
      this.#state = 'answer';
    }
    pieces.push({ kind: 'text', text: this.#held });
    this.#held = '';
    return pieces;
  }

  /** Returns what was still held back, at the end of the text. */
  end(): readonly Piece[] {
    const text = this.#held;
    this.#held = '';
    if (text === '' || this.#state === 'after') return [];
    return [{ kind: this.#state === 'thinking' ? 'reasoning' : 'text', text }];
  }
}

/** How many characters of a text cannot be the start of the closing tag. */
function computeSafeLength(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (close.startsWith(text.slice(-length))) return text.length - length;
  }
  return text.length;
}

/**
 * The closing tag of thoughts without an opening one, with the space behind it: `from` is where the thoughts end, `to`
 * where the answer begins. Undefined: there is none, or the tag is spoken of (in quotes, in code, amid words, or in
 * JSON).
 */
export function findLoneClose(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(close);
  if (from < 0) return undefined;
  const before = text.slice(0, from);
  const after = text.slice(from + close.length);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isOpened = before.includes(open);
  const isQuoted = /["'`“‘]$/.test(before) || /^["'`”’]/.test(after) || countOccurrences(before, '```') % 2 === 1;
  const isSpokenOf = countOccurrences(line, '`') % 2 === 1 || (/[^\S\n]$/.test(before) && /^[^\S\n]/.test(after));
  if (isOpened || isQuoted || isSpokenOf || isStrictJson(text)) return undefined;
  return { from, to: text.length - after.trimStart().length };
}

/**
 * Looks for a closing tag without an opening one while an answer streams: what stood before it was shown as the answer,
 * and is thoughts.
 */
export class LoneCloseWatch {
  #text = '';
  #at = -1;
  #isOver = false;

  /** Takes a piece of the answer. Once the tag is there: the thoughts, and the answer so far. */
  take(piece: string): { readonly thoughts: string; readonly answer: string } | undefined {
    if (this.#isOver) return undefined;
    const from = Math.max(0, this.#text.length - close.length);
    this.#text += piece;
    if (this.#at < 0) this.#at = this.#text.indexOf(close, from);
    // What follows tells whether the tag is only spoken of.
    if (this.#at < 0 || this.#text.length === this.#at + close.length) return undefined;
    this.#isOver = true;
    const found = findLoneClose(this.#text);
    return found && { thoughts: this.#text.slice(0, found.from), answer: this.#text.slice(found.to) };
  }
}

function countOccurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
