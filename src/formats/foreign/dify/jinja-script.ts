import type { Json, JsonObject } from '@/base/json';
import { parseJinjaExpression } from './jinja-expression';

/**
 * A text of Jinja with code in it as a script in JavaScript that gives `output`. Undefined: it does more than is known
 * here. What each part means: https://jinja.palletsprojects.com/en/stable/templates/. The names of the text are the
 * inputs of the script. Nothing of the text is run.
 */
export function writeJinjaScript(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const lines: string[] = [];
  const open: Block[] = [];
  const scope = () => `at${open.filter(({ kind }) => kind === 'for').length}`;
  const parts = splitText(text);
  if (parts === undefined) return undefined;
  for (const part of parts) {
    const pad = '  '.repeat(open.length);
    if (part.is === 'text') {
      if (part.text !== '') lines.push(`${pad}out.push(${JSON.stringify(part.text)});`);
    } else if (part.is === 'output') {
      const written = parseJinjaExpression(part.text, scope());
      if (written === undefined) return undefined;
      lines.push(`${pad}out.push(text(${written}));`);
    } else {
      const written = writeTag(part.text, open, scope);
      if (written === undefined) return undefined;
      lines.push(...written);
    }
    if (open.length > deepest) return undefined;
  }
  if (open.length > 0) return undefined;
  return `${helpers}
const at0 = { __proto__: null, ...input };
const out = [];
${lines.join('\n')}
return { output: out.join('') };
`;
}

/** A task that gives a text of Jinja with its inputs filled in. Undefined: it does more than is known here. */
export function createJinjaTask(text: string, inputs: Readonly<Record<string, Json>>): JsonObject | undefined {
  const content = writeJinjaScript(text);
  if (content === undefined) return undefined;
  const schema: JsonObject = { type: 'object', properties: { output: { type: 'string' } }, required: ['output'] };
  return { type: 'script', inputs, script: { language: 'javascript', content }, output_schema: schema };
}

/** Longer texts, and deeper blocks, stay a stand-in. */
const longest = 50_000;
const deepest = 20;

interface Block {
  readonly kind: 'if' | 'for';
}

type Part = { readonly is: 'text' | 'output' | 'tag'; readonly text: string };

/**
 * Divides a text at its tags. A `-` in a tag takes the white space beside it. Comments are left out. Undefined: a tag
 * has no end.
 */
function splitText(whole: string): Part[] | undefined {
  // A single line break at the end goes, as Jinja has it.
  const text = whole.replace(/\r?\n$/, '');
  const parts: Part[] = [];
  let at = 0;
  let isCut = false;
  for (;;) {
    const start = /\{[{%#]/g;
    start.lastIndex = at;
    const from = start.exec(text);
    const closing = from && closings[from[0]];
    const isEnd = from === null;
    const end = from && closing ? text.indexOf(closing, from.index + 2) : 0;
    if (end < 0) return undefined;
    let before = text.slice(at, isEnd ? text.length : from.index);
    if (isCut) before = before.trimStart();
    let inner = isEnd ? '' : text.slice(from.index + 2, end);
    if (inner.startsWith('-')) {
      before = before.trimEnd();
      inner = inner.slice(1);
    }
    parts.push({ is: 'text', text: before });
    if (isEnd) return parts;
    isCut = inner.endsWith('-');
    if (isCut) inner = inner.slice(0, -1);
    if (from[0] !== '{#') parts.push({ is: from[0] === '{{' ? 'output' : 'tag', text: inner.trim() });
    at = end + 2;
  }
}

const closings: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** The lines of a tag; undefined: it is not known here. */
function writeTag(tag: string, open: Block[], scope: () => string): readonly string[] | undefined {
  const pad = '  '.repeat(open.length);
  const outer = '  '.repeat(Math.max(open.length - 1, 0));
  const [, word = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
  const inside = open.at(-1)?.kind;
  switch (word) {
    case 'if':
    case 'elif': {
      const test = parseJinjaExpression(rest, scope());
      if (test === undefined || (word === 'elif' && inside !== 'if')) return undefined;
      if (word === 'elif') return [`${outer}} else if (holds(${test})) {`];
      open.push({ kind: 'if' });
      return [`${pad}if (holds(${test})) {`];
    }
    case 'else':
      return inside === 'if' && rest === '' ? [`${outer}} else {`] : undefined;
    case 'endif':
    case 'endfor':
      if (inside !== word.slice(3)) return undefined;
      open.pop();
      return [`${outer}}`];
    case 'for': {
      const [, names = '', over = ''] = /^([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)?)\s+in\s+([\s\S]+)$/.exec(rest) ?? [];
      const list = parseJinjaExpression(over, scope(), true);
      if (names === '' || list === undefined) return undefined;
      const from = scope();
      open.push({ kind: 'for' });
      const [first = '', second] = names.split(/\s*,\s*/);
      const given =
        second === undefined
          ? `${JSON.stringify(first)}: item`
          : `${JSON.stringify(first)}: item[0], ${JSON.stringify(second)}: item[1]`;
      return [
        `${pad}for (const [loop, item] of rounds(${list})) {`,
        `${pad}  const ${scope()} = Object.assign(Object.create(${from}), { loop, ${given} });`,
      ];
    }
    case 'set': {
      const [, name = '', member = '', value = ''] =
        /^([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?\s*=\s*([\s\S]+)$/.exec(rest) ?? [];
      const written = parseJinjaExpression(value, scope());
      if (name === '' || written === undefined) return undefined;
      const target = `${scope()}[${JSON.stringify(name)}]`;
      return [`${pad}${target}${member === '' ? '' : `[${JSON.stringify(member)}]`} = ${written};`];
    }
    default:
      return undefined;
  }
}

/** What the script needs of Python: its words for values, and what it takes as true. */
const helpers = `const isMap = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const quote = (value) => {
  if (typeof value !== 'string') return text(value ?? null);
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  return mark + value.replaceAll("\\\\", "\\\\\\\\").replaceAll(mark, "\\\\" + mark) + mark;
};
const text = (value) => {
  if (value === undefined) return '';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return '[' + value.map(quote).join(', ') + ']';
  if (isMap(value)) return '{' + Object.entries(value).map(([key, one]) => quote(key) + ': ' + quote(one)).join(', ') + '}';
  return String(value);
};
const holds = (value) => (Array.isArray(value) ? value.length > 0 : isMap(value) ? Object.keys(value).length > 0 : Boolean(value));
const list = (value) => (Array.isArray(value) ? value : typeof value === 'string' ? [...value] : isMap(value) ? Object.keys(value) : []);
const get = (value, key) => {
  if (value === null || value === undefined) return undefined;
  if (typeof key === 'number' && (Array.isArray(value) || typeof value === 'string')) return value.at(key);
  return typeof value === 'object' && Object.hasOwn(value, key) ? value[key] : undefined;
};
const either = (value, other) => (holds(value) ? value : other());
const both = (value, other) => (holds(value) ? other() : value);
const fallback = (value, other, isAny) => (value === undefined || (isAny && !holds(value)) ? other : value);
const size = (value) => (isMap(value) ? Object.keys(value).length : (value?.length ?? 0));
const has = (value, one) => (typeof value === 'string' ? value.includes(text(one)) : list(value).includes(one));
const add = (left, right) => (Array.isArray(left) ? [...left, ...list(right)] : left + right);
const rounds = (value) => list(value).map((item, index, all) => [{ index: index + 1, index0: index, first: index === 0, last: index === all.length - 1, length: all.length }, item]);
const capital = (value) => value.slice(0, 1).toUpperCase() + value.slice(1).toLowerCase();`;
