import { findEncoded, findKeys, hideEscapes, joinSpans, type TextSpan } from '@/base/find-keys';
import { isJsonObject, isNestedDeeper, type Json, maxNesting } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { findValueName } from '@/base/key-forms';

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

/** A part of a text: one that stays, or one that is taken out, with the mark that takes its place. */
export interface RedactedPart {
  readonly text: string;
  readonly mark?: string;
  readonly isKey?: true;
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
  collect(text: string, name = ''): void {
    visitTexts(
      text,
      (part, partName) => {
        for (const hit of this.#hits(part, partName)) this.#mark(part.slice(hit.start, hit.end), hit.kind);
      },
      name,
    );
  }

  /** A text without what is to be taken out. JSON stays JSON. `name`: what the text is the value of, if known. */
  replace(text: string, name = ''): string {
    this.#isCollecting = false;
    const parsed = parseNested(text);
    if (parsed === undefined) return this.#replacePlain(text, name);
    const replaced = this.replaceValue(parsed);
    return replaced === parsed ? text : encodeJson(replaced);
  }

  /** A text in its parts, without a look at what it is as JSON; undefined: all of it stays. */
  split(text: string, name = ''): readonly RedactedPart[] | undefined {
    const hits = this.#hits(text, name);
    if (hits.length === 0) return undefined;
    this.#isCollecting = false;
    const parts: RedactedPart[] = [];
    let at = 0;
    for (const { start, end, kind } of hits) {
      const found = text.slice(start, end);
      const key = kind === 'key' ? { isKey: true as const } : {};
      parts.push({ text: text.slice(at, start) }, { text: found, mark: this.#mark(found, kind), ...key });
      at = end;
    }
    return [...parts, { text: text.slice(at) }].filter((part) => part.text !== '');
  }

  /** Whether bytes that are no text have something that is to be taken out. */
  isIn(bytes: Uint8Array): boolean {
    const seen = new TextDecoder('latin1').decode(bytes);
    const kind = this.#findInBytes(seen);
    if (kind !== undefined) this.#count(kind).places += 1;
    return kind !== undefined;
  }

  /** The same of every text in a value, keys included; the same object if nothing is taken out. */
  replaceValue<T extends Json>(value: T, name?: string): T;
  replaceValue(value: Json, name = ''): Json {
    if (typeof value === 'string') return this.replace(value, name);
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
      ([key, member]) => [this.replace(key), this.replaceValue(member, findValueName(value, key))] as const,
    );
    const isSame = entries.every(([key, member]) => Object.hasOwn(value, key) && value[key] === member);
    return isSame ? value : Object.fromEntries(entries);
  }

  #replacePlain(text: string, name: string): string {
    let replaced = '';
    let at = 0;
    for (const { start, end, kind } of this.#hits(text, name)) {
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
    return this.#replaceCutBytes(text);
  }

  /** The same of base64 at the end of a text. */
  #replaceCutBytes(text: string): string {
    if (this.#keys.size === 0 || !/[A-Za-z0-9+/_-]{24}$/.test(text)) return text;
    for (const { start, end, decoded } of findEncoded(text)) {
      for (const [key, mark] of end === text.length ? this.#keys : []) {
        for (let length = shortestKeyRest; length <= key.length; length += 1)
          if (decoded.endsWith(key.slice(0, length))) return text.slice(0, start) + mark;
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

  /** What is to be taken out of a text, in order; what overlaps is one. Base64 that has something goes as a whole. */
  #hits(text: string, name: string): readonly Hit[] {
    const hits = this.#plainHits(text, name);
    for (const { start, end, decoded, asText } of findEncoded(text)) {
      const kind = asText === undefined ? this.#findInBytes(decoded) : this.#plainHits(asText, '')[0]?.kind;
      if (kind !== undefined) hits.push({ start, end, kind });
    }
    return joinSpans(hits);
  }

  #plainHits(text: string, name: string): Hit[] {
    const { keys, mails, phones, patterns } = this.#rules;
    const seen = hideEscapes(text);
    const hits: Hit[] = [];
    const add = (kind: MarkKind, spans: Iterable<TextSpan>) => {
      for (const { start, end } of spans) hits.push({ start, end, kind });
    };
    if (keys) add('key', findKeys(text, name));
    for (const { form, name: value } of this.#literals) add({ value }, findLiteral(text, form));
    if (mails && /@|%40/.test(text)) add('mail', findPattern(seen, mail));
    for (const pattern of patterns) add('text', findPattern(seen, pattern));
    if (phones) add('phone', findPattern(seen, phone));
    return hits;
  }

  /** Of bytes that are no text, noise may look like a mail address, but like no key. */
  #findInBytes(seen: string): MarkKind | undefined {
    const own = this.#literals.find(({ form }) => seen.includes(form));
    if (own !== undefined) return { value: own.name };
    return this.#rules.keys && findKeys(seen).length > 0 ? 'key' : undefined;
  }

  #count(kind: MarkKind) {
    const key = typeof kind === 'string' ? kind : `=${kind.value}`;
    const count = this.#counts.get(key) ?? { kind, different: 0, places: 0 };
    this.#counts.set(key, count);
    return count;
  }

  #mark(found: string, kind: MarkKind): string {
    const name = typeof kind === 'string' ? kind : kind.value;
    const count = this.#count(kind);
    const known = this.#marks.get(found) ?? (kind === 'key' ? this.#markOfWholeKey(found) : undefined);
    if (known !== undefined) {
      if (this.#isCollecting) count.places += 1;
      return known;
    }
    count.different += 1;
    count.places += 1;
    const mark = typeof kind === 'string' ? `[${name} ${count.different}]` : `[${name}]`;
    this.#marks.set(found, mark);
    if (kind === 'key' || name === 'secret') this.#keys.set(found, mark);
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

/** Calls for a text, or for each of the texts and keys of the JSON that it is, with the name of each. */
export function visitTexts(text: string, take: (text: string, name: string) => void, name = ''): void {
  const parsed = parseNested(text);
  if (parsed === undefined) {
    take(text, name);
    return;
  }
  const visit = (value: Json, name: string): void => {
    if (typeof value === 'string') visitTexts(value, take, name);
    else if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (isJsonObject(value))
      for (const [key, member] of Object.entries(value)) {
        take(key, '');
        visit(member, findValueName(value, key));
      }
  };
  visit(parsed, name);
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
