/** A piece of a reply: of the answer, or of what the model thought before it. */
interface Piece {
  readonly kind: 'text' | 'reasoning';
  readonly text: string;
}

const open = '<think>';
const close = '</think>';

/**
 * Parts what a model thought from its answer where its server leaves both in one text, as models with open weights
 * write it (DeepSeek-R1, Qwen3: `<think>…</think>` before the answer) and servers without a reasoning parser send it
 * on. Only at the begin of a reply: elsewhere the tag is the model's own words.
 */
export class ThinkTags {
  #state: 'begin' | 'thinking' | 'after' | 'answer';
  #held = '';

  /** `isWanted` false: all is the answer. */
  constructor(isWanted: boolean) {
    this.#state = isWanted ? 'begin' : 'answer';
  }

  /** Takes a delta; what may be the begin of a tag is held back until that is clear. */
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
      const safe = at < 0 ? safeLength(this.#held) : at;
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

  /** What was still held back, at the end of the text. */
  end(): readonly Piece[] {
    const text = this.#held;
    this.#held = '';
    if (text === '' || this.#state === 'after') return [];
    return [{ kind: this.#state === 'thinking' ? 'reasoning' : 'text', text }];
  }
}

/** How much of a text cannot be the begin of the closing tag. */
function safeLength(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (close.startsWith(text.slice(-length))) return text.length - length;
  }
  return text.length;
}
