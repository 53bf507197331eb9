import { isJsonObject, isNestedDeeper, type Json, maxNesting } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { findKeys, joinSpans, type TextSpan } from './find-keys';

/** What is taken out of a run before others see it. */
export interface RedactionRules {
  /** What looks like a key. */
  readonly keys: boolean;
  readonly mails: boolean;
  readonly phones: boolean;
  /** Values by the name of the input or variable that they are of. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** A pattern of the person’s own; each is global. */
  readonly patterns: readonly RegExp[];
}

/** Why something is taken out; for a value the name of it. */
export type MarkKind = 'key' | 'mail' | 'phone' | 'text' | { readonly value: string };

/** What is found of one kind. */
export interface FoundKind {
  readonly kind: MarkKind;
  /** How many different ones, and in how many places. */
  readonly different: number;
  readonly places: number;
}

/** Something in a text that is to be taken out. */
interface Hit extends TextSpan {
  readonly kind: MarkKind;
}

const mail = /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,24}/gu;
/** Digits in groups, with a country code or an area code, so that years and figures are none. */
const phone =
  /(?<![\w.])(?:\+|00)[1-9]\d{0,2}(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?!\w)|(?<![\w.])\(?0\d{2,4}\)?[ /-]\d{3,9}(?:[ -]\d{2,5}){0,2}(?!\w)/g;

/** A shorter value occurs in many words. */
const shortestValue = 4;
/** Lengths at which texts of events are cut (`run/event-data.ts`): there a hit may be cut, too. */
const cuts: ReadonlySet<number> = new Set([199, 200, 499, 500, 1999, 2000]);
/** Where a text has a gap: what is left out of a long output. */
const gap = /\[… ?[^\]\n]{0,80}\]|…/g;
/** The fewest and the most characters of a hit that are looked for at a cut. */
const shortestRest = 4;
const longestRest = 200;
const shortestKeyRest = 6;

/**
 * Takes texts out of a run, so that the same text has the same mark everywhere. First everything is collected, then it
 * is replaced: a start of an event knows then what the whole text has at its cut.
 */
export class Redaction {
  readonly #rules: RedactionRules;
  readonly #marks = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #counts = new Map<string, { readonly kind: MarkKind; different: number; places: number }>();
  readonly #literals: readonly { readonly form: string; readonly name: string }[];
  #sorted: readonly string[] | undefined;
  #isCollecting = true;

  constructor(rules: RedactionRules) {
    this.#rules = rules;
    this.#literals = [...rules.values]
      .flatMap(([name, values]) => values.flatMap(listForms).map((form) => ({ form, name })))
      .filter(({ form }) => form.length >= shortestValue)
      .sort((a, b) => b.form.length - a.form.length);
  }

  /** What was found so far, by kind. */
  get found(): readonly FoundKind[] {
    return [...this.#counts.values()];
  }

  /** Collects what a text has, and in it what it has as JSON. */
  collect(text: string): void {
    visitTexts(text, (part) => {
      for (const hit of this.#hits(part)) this.#mark(part.slice(hit.start, hit.end), hit.kind);
    });
  }

  /** A text without what is to be taken out. JSON stays JSON. */
  replace(text: string): string {
    this.#isCollecting = false;
    const parsed = parseNested(text);
    if (parsed === undefined) return this.#replacePlain(text);
    const replaced = this.replaceValue(parsed);
    return replaced === parsed ? text : encodeJson(replaced);
  }

  /** The same of every text in a value, keys included; the same object if nothing is taken out. */
  replaceValue<T extends Json>(value: T): T;
  replaceValue(value: Json): Json {
    if (typeof value === 'string') return this.replace(value);
    if (typeof value === 'number' || typeof value === 'bigint') {
      const own = this.#literals.find(({ form }) => form === String(value));
      return own === undefined ? value : this.#mark(own.form, { value: own.name });
    }
    if (Array.isArray(value)) {
      const list = value.map((item) => this.replaceValue(item));
      return list.some((item, index) => item !== value[index]) ? list : value;
    }
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(
      ([key, member]) => [this.replace(key), this.replaceValue(member)] as const,
    );
    const isSame = entries.every(([key, member]) => Object.hasOwn(value, key) && value[key] === member);
    return isSame ? value : Object.fromEntries(entries);
  }

  #replacePlain(text: string): string {
    let replaced = '';
    let at = 0;
    for (const { start, end, kind } of this.#hits(text)) {
      replaced += text.slice(at, start) + this.#mark(text.slice(start, end), kind);
      at = end;
    }
    return this.#replaceCutKey(this.#replaceAtCuts(replaced + text.slice(at), cuts.has(text.length)));
  }

  /** Takes out the start of a key at the end of any text: nobody knows where else a text was cut. */
  #replaceCutKey(text: string): string {
    for (const [key, mark] of this.#keys) {
      const first = Math.max(0, text.length - longestRest);
      for (let at = text.indexOf(key.charAt(0), first); at >= 0; at = text.indexOf(key.charAt(0), at + 1)) {
        const isStart = text.length - at >= shortestKeyRest && key.startsWith(text.slice(at));
        if (isStart) return text.slice(0, at) + mark;
      }
    }
    return text;
  }

  /** Takes out what is left of a hit where a text is cut: the whole was found elsewhere. */
  #replaceAtCuts(text: string, isCut: boolean): string {
    const gaps = [...text.matchAll(gap)];
    if (this.#marks.size === 0 || (!isCut && gaps.length === 0)) return text;
    let replaced = '';
    let at = 0;
    for (const { 0: whole, index } of [...gaps, { 0: '', index: text.length }]) {
      const isLast = index === text.length;
      const part = text.slice(at, index);
      const start = at > 0 ? this.#cutStart(part) : part;
      replaced += (isLast && !isCut ? start : this.#cutEnd(start)) + whole;
      at = index + whole.length;
    }
    return replaced;
  }

  #cutEnd(text: string): string {
    for (let length = Math.min(text.length, longestRest); length >= shortestRest; length -= 1) {
      const mark = this.#markOfStart(text.slice(-length));
      if (mark !== undefined) return text.slice(0, -length) + mark;
    }
    return text;
  }

  #cutStart(text: string): string {
    let longest = { length: shortestRest - 1, mark: '' };
    for (const [known, mark] of this.#marks) {
      for (let length = Math.min(text.length, known.length, longestRest); length > longest.length; length -= 1) {
        if (text.startsWith(known.slice(-length))) longest = { length, mark };
      }
    }
    return longest.mark === '' ? text : longest.mark + text.slice(longest.length);
  }

  /** The mark of the key that this one is the start of, where its text was cut; undefined: it is whole. */
  #markOfWholeKey(start: string): string | undefined {
    for (const [key, mark] of this.#marks) if (key.startsWith(start)) return mark;
    return undefined;
  }

  /** The mark of what begins with a text; undefined: nothing does. */
  #markOfStart(start: string): string | undefined {
    this.#sorted ??= [...this.#marks.keys()].sort();
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < start) low = middle + 1;
      else high = middle;
    }
    const found = this.#sorted[low];
    return found?.startsWith(start) ? this.#marks.get(found) : undefined;
  }

  /** What is to be taken out of a text, in its order; what overlaps is one. */
  #hits(text: string): readonly Hit[] {
    const { keys, mails, phones, patterns } = this.#rules;
    // An escape sequence in what is not JSON as a whole would be taken for the first letter of what follows it.
    const seen = text.includes('\\') ? text.replace(/\\[\w"'\\/]/g, '  ') : text;
    const hits: Hit[] = [];
    const add = (kind: MarkKind, spans: Iterable<TextSpan>) => {
      for (const { start, end } of spans) hits.push({ start, end, kind });
    };
    if (keys) add('key', findKeys(seen));
    for (const { form, name } of this.#literals) add({ value: name }, findLiteral(text, form));
    if (mails && /@|%40/.test(text)) add('mail', findPattern(seen, mail));
    for (const pattern of patterns) add('text', findPattern(seen, pattern));
    if (phones) add('phone', findPattern(seen, phone));
    if (hits.length < 2) return hits;
    return joinSpans(hits).map((span) => ({
      ...span,
      kind: hits.find(({ start, end }) => start >= span.start && end <= span.end)?.kind ?? 'text',
    }));
  }

  #mark(found: string, kind: MarkKind): string {
    const name = typeof kind === 'string' ? kind : kind.value;
    const key = typeof kind === 'string' ? kind : `=${name}`;
    const count = this.#counts.get(key) ?? { kind, different: 0, places: 0 };
    this.#counts.set(key, count);
    const known = this.#marks.get(found) ?? (kind === 'key' ? this.#markOfWholeKey(found) : undefined);
    if (known !== undefined) {
      if (this.#isCollecting) count.places += 1;
      return known;
    }
    count.different += 1;
    count.places += 1;
    const mark = typeof kind === 'string' ? `[${name} ${count.different}]` : `[${name}]`;
    this.#marks.set(found, mark);
    if (kind === 'key' || key === '=secret') this.#keys.set(found, mark);
    this.#sorted = undefined;
    return mark;
  }
}

/** How a value may stand in a text: as it is, in an address, in JSON. */
function listForms(value: string): readonly string[] {
  return [...new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])];
}

function* findLiteral(text: string, form: string): Generator<TextSpan> {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    yield { start: at, end: at + form.length };
  }
}

function* findPattern(text: string, pattern: RegExp): Generator<TextSpan> {
  for (const { 0: whole, index } of text.matchAll(pattern)) {
    if (whole.length > 0) yield { start: index, end: index + whole.length };
  }
}

/** Calls for a text, or for each of the texts and keys of the JSON that it is. */
function visitTexts(text: string, take: (text: string) => void): void {
  const parsed = parseNested(text);
  if (parsed === undefined) {
    take(text);
    return;
  }
  const visit = (value: Json): void => {
    if (typeof value === 'string') visitTexts(value, take);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      take(key);
      visit(member);
    }
  };
  visit(parsed);
}

/** An object or a list that a text is as JSON; undefined: it is none. */
function parseNested(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = decodeJson(text) as Json;
    return isNestedDeeper(value, maxNesting * 2) ? undefined : value;
  } catch {
    return undefined;
  }
}
