import { escapeAttribute } from './characters';
import { listChildElements } from './group-fields';
import { indentUnit, renderElement } from './render-element';
import type { WrittenElement } from './written-element';
import type { XmlAttribute, XmlElement } from './xml-node';

/** A range of a text, in UTF-16 units, and its replacement. */
export interface XmlReplacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The indentation of the line that an offset is in, if only white space comes before the offset. */
function indentBefore(source: string, at: number): string | undefined {
  const before = source.slice(source.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The indentation of the elements within an element: that of the first, or one level more than the element's own. */
export function findInnerIndent(source: string, holder: XmlElement): string {
  const first = listChildElements(holder)[0];
  const told = first && indentBefore(source, first.span[0]);
  return told ?? (indentBefore(source, holder.span[0]) ?? '') + indentUnit;
}

/** Inserts elements after a child of `holder`, or before its first child, each on a line of its own. */
export function insertElements(
  source: string,
  holder: XmlElement,
  after: XmlElement | undefined,
  elements: readonly WrittenElement[],
): XmlReplacement {
  const indent = findInnerIndent(source, holder);
  const text = elements.map((element) => `\n${indent}${renderElement(element, indent)}`).join('');
  const at = after?.span[1] ?? holder.tagSpan[1];
  if (after || listChildElements(holder).length > 0) return { from: at, to: at, text };
  const outer = indentBefore(source, holder.span[0]) ?? '';
  if (source.startsWith('/>', at - 2)) {
    const end = source.slice(0, at - 2).trimEnd().length;
    return { from: end, to: at, text: `>${text}\n${outer}</${holder.name}>` };
  }
  const inside = source.slice(at, source.lastIndexOf('</', holder.span[1] - 1));
  // What is there is white space, or comments, which keep their lines.
  return inside.trim() === ''
    ? { from: at, to: at + inside.length, text: `${text}\n${outer}` }
    : { from: at, to: at, text };
}

/** Removes an element, with its line if nothing else is on it. */
export function removeElement(source: string, { span: [from, to] }: XmlElement): XmlReplacement {
  const lineEnd = source.indexOf('\n', to);
  const isLast = source.slice(to, lineEnd === -1 ? source.length : lineEnd).trim() === '';
  const indent = indentBefore(source, from);
  if (!isLast || indent === undefined) return { from, to, text: '' };
  const start = from - indent.length;
  // The line break before the element goes; the one after it stays.
  const isCrlf = source.startsWith('\r\n', start - 2);
  return { from: start === 0 ? 0 : start - (isCrlf ? 2 : 1), to, text: '' };
}

/** Replaces an element by another. */
export function replaceElement(
  source: string,
  { span: [from, to] }: XmlElement,
  element: WrittenElement,
): XmlReplacement {
  return { from, to, text: renderElement(element, indentBefore(source, from) ?? '') };
}

/**
 * Applies replacements that do not overlap. Those at the same offset are applied in the order in which they are given.
 */
export function applyReplacements(
  source: string,
  replacements: readonly XmlReplacement[],
  [from, to]: readonly [number, number],
): string {
  const parts: string[] = [];
  let last = from;
  for (const replacement of replacements.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    parts.push(source.slice(last, replacement.from), replacement.text);
    last = replacement.to;
  }
  return parts.join('') + source.slice(last, to);
}

/** Gives an attribute another value. */
export function editAttribute({ valueSpan: [from, to] }: XmlAttribute, value: string): XmlReplacement {
  return { from: from - 1, to: to + 1, text: `"${escapeAttribute(value)}"` };
}
