import { createToolError } from '@/base/tool-error';
import type { TemplatePart, TemplateReference } from '@/workflow/expressions/template';
import {
  encodePercent,
  fillField,
  fillParts,
  keepText,
  type RequestValues,
  readReferenceText,
  readTemplateParts,
} from './request-values';

/** Names with templates, such as those of a query. */
type Fields = Readonly<Record<string, string>>;

/**
 * An address with its templates filled in. A value is one segment of the path, or one value of the query, or a part of
 * either. Only one at the very start is taken as written, because it holds the host. Throws for a value that would lead
 * elsewhere.
 */
export function fillAddress(template: string, values: RequestValues, query: Fields = {}): string {
  const [first, ...others] = readTemplateParts(template);
  const start = first?.kind === 'reference' ? { kind: 'text' as const, text: readReferenceText(first, values) } : first;
  const [front, fragment] = splitAt(start === undefined ? [] : [start, ...others], '#');
  const [path, own] = splitAt(front, '?');
  const added = Object.entries(query).flatMap(([name, text]) =>
    fillField(readTemplateParts(text), values, encodePercent).map((value) => `${encodePercent(name)}=${value}`),
  );
  const pairs = [fillPairs(own, values, encodePercent), ...added].filter((pair) => pair !== '').join('&');
  const anchor = fillParts(fragment, values, encodePercent);
  return `${fillPath(path, values)}${pairs === '' ? '' : `?${pairs}`}${anchor === '' ? '' : `#${anchor}`}`;
}

/**
 * Fills in `name=value&…`. A field whose whole value is a reference is left out if that has no value, and repeated for
 * each member of a list.
 */
export function fillPairs(
  parts: readonly TemplatePart[],
  values: RequestValues,
  encode: (text: string) => string,
): string {
  const pairs: TemplatePart[][] = [[]];
  for (const part of parts) {
    const pieces = part.kind === 'text' ? part.text.split('&') : [];
    if (part.kind === 'reference') pairs.at(-1)?.push(part);
    for (const [index, text] of pieces.entries()) {
      if (index > 0) pairs.push([]);
      if (text !== '') pairs.at(-1)?.push({ kind: 'text', text });
    }
  }
  const filled = pairs.flatMap((pair) => {
    const [name, value] = splitAt(pair, '=');
    if (!pair.some((part) => part.kind === 'text' && part.text.includes('='))) return [fillParts(pair, values, encode)];
    const written = fillParts(name, values, encode);
    return fillField(value, values, encode, keepText).map((text) => `${written}=${text}`);
  });
  return filled.join('&');
}

/** Splits a template at the first such character that its author wrote. */
function splitAt(parts: readonly TemplatePart[], mark: string): readonly [readonly TemplatePart[], TemplatePart[]] {
  const index = parts.findIndex((part) => part.kind === 'text' && part.text.includes(mark));
  const part = parts[index];
  if (part?.kind !== 'text') return [parts, []];
  const at = part.text.indexOf(mark);
  const piece = (text: string): TemplatePart[] => (text === '' ? [] : [{ kind: 'text', text }]);
  return [
    [...parts.slice(0, index), ...piece(part.text.slice(0, at))],
    [...piece(part.text.slice(at + 1)), ...parts.slice(index + 1)],
  ];
}

/** What an address begins with once its path has begun. Browsers take `\` for `/`. */
const beforePath = /^\s*[a-z][a-z0-9+.-]*:[\\/]*[^\\/]+(?=[\\/])/i;

/** A segment of a path. `reference`: what it was filled in with, if that may lead elsewhere. */
interface Segment {
  text: string;
  reference?: TemplateReference;
}

function fillPath(parts: readonly TemplatePart[], values: RequestValues): string {
  let host = '';
  const segments: Segment[] = [];
  /** Adds a text that may hold several segments, separated as the pattern says, to the last one. */
  const addSegments = (text: string, separator: RegExp | string, reference?: TemplateReference) => {
    for (const [index, piece] of text.split(separator).entries()) {
      if (index > 0) segments.push({ text: '' });
      const last = segments.at(-1);
      if (last === undefined) continue;
      last.text += piece;
      if (reference !== undefined) last.reference = reference;
    }
  };
  for (const part of parts) {
    if (segments.length === 0) {
      host += part.kind === 'text' ? part.text : fillHostPart(part, values);
      const front = part.kind === 'text' ? beforePath.exec(host)?.[0] : undefined;
      if (front === undefined) continue;
      const rest = host.slice(front.length);
      host = front;
      segments.push({ text: '' });
      addSegments(rest.slice(1), /[\\/]/);
    } else if (part.kind === 'text') addSegments(part.text, /[\\/]/);
    else if (part.isWholePath) {
      const steps = readReferenceText(part, values).split('/').map(encodePercent);
      addSegments(steps.join('/'), '/', part);
    } else addSegments(encodePercent(readReferenceText(part, values)), '/', part);
  }
  for (const { text, reference } of segments) if (reference !== undefined) checkSegment(text, reference);
  return [host, ...segments.map(({ text }) => text)].join('/');
}

/** Refuses a segment that leads to another one, or to nothing. */
function checkSegment(text: string, { path, isWholePath }: TemplateReference): void {
  if (text === '' && !isWholePath) {
    throw createToolError(`“${path}” is empty, and it is a part of the path of the address.`, 'Give it a value.');
  }
  if (!/^(\.|%2e){1,2}$/i.test(text)) return;
  const what = isWholePath ? 'A step of “' : '“';
  throw createToolError(
    `${what}${path}” is “${text}” in the path of the address, which leads elsewhere.`,
    'Give it a name.',
  );
}

/** A value within the host of an address: letters, digits, dots and hyphens, and a port. */
function fillHostPart(reference: TemplateReference, values: RequestValues): string {
  const text = readReferenceText(reference, values);
  if (/^[\p{L}\p{M}\p{N}_.-]+(:\d+)?$/u.test(text)) return text;
  throw createToolError(
    `“${reference.path}” is in the place of the host of the address, and is not a name of a host.`,
    'A path begins with a slash in the address of the tool, before the value.',
  );
}
