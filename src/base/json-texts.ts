/** Nested deeper than this, a text is passed on as it is. */
const maxDepth = 1000;
/** The most characters of a key that is looked at. */
const maxKey = 100;

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Reads the strings of JSON that are values of some keys, piece by piece, in memory that does not grow with it. Between
 * two strings is a line feed. What is not JSON is never an error.
 */
export class JsonTexts {
  readonly #keys: ReadonlySet<string>;
  /** Open containers, outermost first: whether each is an object. */
  readonly #open: boolean[] = [];
  #inString = false;
  /** Whether the next string of an object is a key. */
  #expectsKey = false;
  #key = '';
  #isKey = false;
  /** The start of an escape at the end of a piece. */
  #escape = '';

  constructor(keys: Iterable<string>) {
    this.#keys = new Set(keys);
  }

  /** The wanted text of the next piece. */
  push(piece: string): string {
    let text = '';
    let at = 0;
    while (at < piece.length) {
      if (this.#open.length > maxDepth) return text + piece.slice(at);
      if (!this.#inString) at = this.#plain(piece, at);
      else {
        const { end, found } = this.#string(piece, at);
        at = end;
        if (this.#isKey) this.#key = (this.#key + found).slice(0, maxKey);
        else if (this.#open.at(-1) && this.#keys.has(this.#key)) text += this.#inString ? found : `${found}\n`;
      }
    }
    return text;
  }

  /** Passes over what is no string. Returns the position after it. */
  #plain(piece: string, from: number): number {
    for (let at = from; at < piece.length; at++) {
      const character = piece[at];
      if (character === '"') {
        this.#inString = true;
        this.#isKey = this.#expectsKey;
        if (this.#isKey) this.#key = '';
        return at + 1;
      }
      if (character === '{' || character === '[') {
        this.#open.push(character === '{');
        this.#expectsKey = character === '{';
        if (this.#open.length > maxDepth) return at + 1;
      } else if (character === '}' || character === ']') {
        this.#open.pop();
        this.#expectsKey = false;
      } else if (character === ',') this.#expectsKey = this.#open.at(-1) ?? false;
      else if (character === ':') this.#expectsKey = false;
    }
    return piece.length;
  }

  /** Decodes a string, or the part of it that is in the piece. */
  #string(piece: string, from: number): { readonly end: number; readonly found: string } {
    let found = '';
    let at = from;
    while (at < piece.length) {
      if (this.#escape !== '') {
        this.#escape += piece[at++];
        found += this.#decoded();
        continue;
      }
      const end = findNextSpecial(piece, at);
      found += piece.slice(at, end);
      at = end + 1;
      if (piece[end] === '\\') this.#escape = '\\';
      else if (piece[end] === '"') {
        this.#inString = false;
        return { end: at, found };
      }
    }
    return { end: piece.length, found };
  }

  /** The character of a complete escape; empty while it is not complete. */
  #decoded(): string {
    const kind = this.#escape[1] ?? '';
    if (kind === 'u' && this.#escape.length < 6) return '';
    const code = Number.parseInt(this.#escape.slice(2), 16);
    this.#escape = '';
    if (kind !== 'u') return escapes[kind] ?? kind;
    return Number.isNaN(code) ? '\ufffd' : String.fromCharCode(code);
  }
}

const special = /["\\]/g;

/** The position of the next quotation mark or backslash; if there is none, the length of the piece. */
function findNextSpecial(piece: string, from: number): number {
  special.lastIndex = from;
  return special.exec(piece)?.index ?? piece.length;
}
