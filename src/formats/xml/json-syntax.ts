import { defined, omitEmpty } from '@/base/defined';
import { maxNesting } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { maxJsonValues } from '../limits';
import { tooDeepMessage } from '../reading/reading';
import type { ListNode, MapEntry, MapNode, Problem, ScalarNode, Span, SyntaxNode } from '../reading/syntax-node';
import { isSpace } from './characters';

/** The number of values in all the JSON of a file so far. */
export interface JsonSize {
  values: number;
}

/**
 * Parses JSON with the spans of its parts, as `spanIn` gives them, and counts its values in `size`. Text that is not
 * JSON, or too much of it, becomes a single broken node.
 */
export function parseJsonSyntax(text: string, spanIn: (from: number, to: number) => Span, size: JsonSize): SyntaxNode {
  const parser = new JsonParser(text, spanIn, size);
  return parser.parse();
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[^\s,:[\]{}"]+/y;
const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Called only when there are too many: the first number that is written loads the rules of languages (10 ms). */
function describeTooManyValues(): string {
  return `The JSON of this file has more than ${maxJsonValues.toLocaleString('en')} values. Divide it into several files.`;
}

class JsonParser {
  readonly #text: string;
  readonly #spanIn: (from: number, to: number) => Span;
  readonly #size: JsonSize;
  #at = 0;
  #problem: Problem | undefined;

  constructor(text: string, spanIn: (from: number, to: number) => Span, size: JsonSize) {
    this.#text = text;
    this.#spanIn = spanIn;
    this.#size = size;
  }

  parse(): SyntaxNode {
    const node = this.#value(0);
    this.#skip();
    if (node && this.#at < this.#text.length) this.#fail('Here the JSON has ended already. Remove the rest.');
    const span = this.#spanIn(0, this.#text.length);
    return this.#problem ? { kind: 'broken', problem: this.#problem, span } : (node ?? { kind: 'broken', span });
  }

  /** The next value; undefined if there is none, and then the problem is kept. */
  #value(depth: number): SyntaxNode | undefined {
    this.#skip();
    if (depth > maxNesting) return this.#fail(tooDeepMessage);
    this.#size.values += 1;
    if (this.#size.values > maxJsonValues) return this.#fail(describeTooManyValues());
    const from = this.#at;
    const next = this.#text[from];
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (next === '"') {
      const value = this.#string();
      return value === undefined ? undefined : this.#scalar(value, from);
    }
    const digits = this.#take(number);
    if (digits !== undefined) {
      const value = decodeJson(digits);
      return this.#scalar(typeof value === 'bigint' ? value : Number(digits), from);
    }
    const found = this.#take(word);
    const value = found === undefined ? undefined : words.get(found);
    if (value !== undefined) return this.#scalar(value, from);
    this.#at = from;
    if (next === undefined) return this.#fail('Here the JSON ends too early: a value is missing.');
    return this.#fail('This should be a JSON value. Texts need double quotes.', found?.length);
  }

  #scalar(value: ScalarNode['value'], from: number): ScalarNode {
    const text = typeof value === 'string' ? value : this.#text.slice(from, this.#at);
    return { kind: 'scalar', value, text, span: this.#spanIn(from, this.#at) };
  }

  #array(depth: number): ListNode | undefined {
    const from = this.#at;
    const items: SyntaxNode[] = [];
    const isWhole = this.#members(']', () => {
      const item = this.#value(depth + 1);
      if (item) items.push(item);
      return item !== undefined;
    });
    return isWhole ? { kind: 'list', items, span: this.#spanIn(from, this.#at), isBlock: false } : undefined;
  }

  #object(depth: number): MapNode | undefined {
    const from = this.#at;
    const entries: MapEntry[] = [];
    const problems: Problem[] = [];
    const seen = new Set<string>();
    const isWhole = this.#members('}', () => {
      const keyFrom = this.#at;
      if (this.#text[keyFrom] !== '"') return this.#fail('This should be a key in double quotes.') !== undefined;
      const key = this.#string();
      if (key === undefined) return false;
      const keySpan = this.#spanIn(keyFrom, this.#at);
      this.#skip();
      if (this.#text[this.#at] !== ':') return this.#fail('This should be a : between key and value.') !== undefined;
      this.#at += 1;
      const value = this.#value(depth + 1);
      if (value === undefined) return false;
      const problem = findKeyProblem(key, keySpan, seen);
      if (problem) problems.push(problem);
      else entries.push({ key, keySpan, value });
      seen.add(key);
      return true;
    });
    if (!isWhole) return undefined;
    const span = this.#spanIn(from, this.#at);
    return { kind: 'map', entries, span, isBlock: false, ...defined({ problems: omitEmpty(problems) }) };
  }

  /** Reads members with commas between them up to `close`; false if one is broken. */
  #members(close: string, member: () => boolean): boolean {
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return true;
    }
    for (;;) {
      this.#skip();
      if (!member()) return false;
      this.#skip();
      const next = this.#text[this.#at];
      this.#at += 1;
      if (next === close) return true;
      if (next === ',') continue;
      this.#at -= 1;
      return this.#fail(`This should be a comma or ${close}.`) !== undefined;
    }
  }

  #string(): string | undefined {
    const from = this.#at;
    let end = from + 1;
    for (let unit = this.#text[end]; unit !== '"' && unit !== undefined; unit = this.#text[end])
      end += unit === '\\' ? 2 : 1;
    const text = parseStringLiteral(this.#text.slice(from, end + 1));
    if (text === undefined) {
      return this.#fail(
        'This text is not valid JSON: its closing quote is missing, or an escape or a line break is wrong.',
      );
    }
    this.#at = end + 1;
    return text;
  }

  #skip(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #take(pattern: RegExp): string | undefined {
    const from = this.#at;
    pattern.lastIndex = from;
    if (!pattern.test(this.#text)) return undefined;
    this.#at = pattern.lastIndex;
    return this.#text.slice(from, this.#at);
  }

  #fail(message: string, length = 1): undefined {
    const span = this.#spanIn(this.#at, Math.min(this.#at + length, this.#text.length));
    this.#problem ??= { code: 'HED111', message, span };
  }
}

function parseStringLiteral(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}

/** The problem of a key, given the keys that its object has already. */
function findKeyProblem(key: string, span: Span, seen: ReadonlySet<string>): Problem | undefined {
  if (key === '__proto__') {
    return { code: 'HED106', message: 'The key __proto__ is not allowed. Choose another name.', span };
  }
  if (!seen.has(key)) return undefined;
  return { code: 'HED103', message: `The key "${key}" appears twice. Remove one of the two.`, span, key };
}
