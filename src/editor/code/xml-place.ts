/** An open element at a position: its name, and the attributes of its start tag. */
export interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** What is being written at a position of an XML text; `typed` is the part that is already there. */
export type XmlPlace =
  | { readonly kind: 'element'; readonly open: readonly OpenElement[]; readonly typed: string }
  | { readonly kind: 'end'; readonly open: readonly OpenElement[]; readonly typed: string }
  | {
      readonly kind: 'attribute';
      readonly open: readonly OpenElement[];
      readonly element: OpenElement;
      readonly typed: string;
    }
  | {
      readonly kind: 'value';
      readonly open: readonly OpenElement[];
      readonly element: OpenElement;
      readonly attribute: string;
      readonly typed: string;
    }
  | { readonly kind: 'text'; readonly open: readonly OpenElement[]; readonly typed: string };

const markup =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(\/?)([\w:.-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)(>?)/g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Looks at the text before the cursor. The text need not be well-formed: an end tag closes the elements that it can.
 */
export function findXmlPlace(before: string): XmlPlace {
  const open: OpenElement[] = [];
  let last = 0;
  for (const { 0: tag, 1: slash, 2: name, 3: rest = '', 4: end, index } of before.matchAll(markup)) {
    last = index + tag.length;
    if (name === undefined) {
      if (last === before.length && !/(?:-->|\]\]>|\?>)$/.test(tag)) return { kind: 'text', open, typed: '' };
      continue;
    }
    if (end === '') return findUnfinishedPlace(before.slice(index), open, slash === '/');
    if (slash === '/') {
      const at = open.findLastIndex((element) => element.name === name);
      if (at !== -1) open.length = at;
    } else if (!rest.endsWith('/')) open.push({ name, attributes: readAttributes(rest) });
  }
  return { kind: 'text', open, typed: /[\w-]*$/.exec(before.slice(last))?.[0] ?? '' };
}

/** The position within an unfinished tag. */
function findUnfinishedPlace(tag: string, open: readonly OpenElement[], isEnd: boolean): XmlPlace {
  if (isEnd) return { kind: 'end', open, typed: tag.slice(2) };
  const name = /^<([\w:.-]*)/.exec(tag)?.[1] ?? '';
  const rest = tag.slice(name.length + 1);
  if (rest === '') return { kind: 'element', open, typed: name };
  const element = { name, attributes: readAttributes(rest) };
  const value = /([\w:.-]+)\s*=\s*(?:"([^"]*)|'([^']*))$/.exec(rest.replaceAll(attribute, ''));
  if (value) {
    return { kind: 'value', open, element, attribute: value[1] ?? '', typed: value[2] ?? value[3] ?? '' };
  }
  return { kind: 'attribute', open, element, typed: /[\w:.-]*$/.exec(rest)?.[0] ?? '' };
}

function readAttributes(rest: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, double, single] of rest.matchAll(attribute)) {
    if (name !== undefined && name !== '__proto__') found[name] = double ?? single ?? '';
  }
  return found;
}
