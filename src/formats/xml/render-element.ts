import { escapeAttribute, escapeText, trimXml } from './characters';
import { writeJsonLines } from './json-text';
import type { WrittenElement } from './written-element';

/** Spaces of one level of indentation. */
export const indentUnit = '  ';

/** The text of an element. Its first line is not indented; the others are indented by `indent`. */
export function renderElement(element: WrittenElement, indent = ''): string {
  const parts: string[] = [];
  renderParts(element, indent, parts);
  return parts.join('');
}

function renderParts({ name, attributes, content }: WrittenElement, indent: string, parts: string[]): void {
  const start = `<${name}${attributes.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')}`;
  if (content.kind === 'text') {
    parts.push(start, renderText(content.text, name));
    return;
  }
  const inner = indent + indentUnit;
  if (content.kind === 'json') {
    const lines = writeJsonLines(content.value).map(escapeText);
    const isShort = lines.length === 1;
    parts.push(
      isShort
        ? `${start}>${lines[0]}</${name}>`
        : `${start}>\n${inner}${lines.join(`\n${inner}`)}\n${indent}</${name}>`,
    );
    return;
  }
  parts.push(start, content.elements.length === 0 ? '/>' : '>');
  for (const child of content.elements) {
    parts.push('\n', inner);
    renderParts(child, inner, parts);
  }
  if (content.elements.length > 0) parts.push('\n', indent, `</${name}>`);
}

/** The end of a start tag that is followed by a text, with the text and the end tag. */
function renderText(text: string, name: string): string {
  if (text === '') return '/>';
  const space = trimXml(text) === text ? '' : ' xml:space="preserve"';
  return `${space}>${isMarkup(text) ? writeCdata(text) : escapeText(text)}</${name}>`;
}

/** Whether a text is easier to read without references: several lines with many characters that need them. */
function isMarkup(text: string): boolean {
  return text.includes('\n') && !text.includes('\r') && (text.match(/[<&]/g)?.length ?? 0) >= 3;
}

const writeCdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
