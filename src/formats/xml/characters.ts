/** Characters that XML cannot hold, not even as references: control characters and halves of surrogate pairs. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether a text can be written in XML. Other texts are written as JSON, which has escapes for their characters. */
export function isXmlText(text: string): boolean {
  return !forbidden.test(text);
}

/** A text without the white space of XML around it; other spaces, such as those that do not break, stay. */
export function trimXml(text: string): string {
  return text.slice(countLeadingSpace(text), text.length - countTrailingSpace(text));
}

/** Number of white space characters at the start of a text. All of a blank text counts as its start. */
export function countLeadingSpace(text: string): number {
  let count = 0;
  while (count < text.length && isSpace(text.charCodeAt(count))) count += 1;
  return count;
}

/** Number of white space characters at the end of a text; 0 for a blank text, where all of it counts as its start. */
export function countTrailingSpace(text: string): number {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end === 0 ? 0 : text.length - end;
}

/** Whether a character code is white space, which is the same in XML and JSON. */
export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  ']]>': ']]&gt;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text as the content of an element. */
export function escapeText(text: string): string {
  return text.replace(/[&<\r]|\]\]>/g, (found) => references[found] ?? found);
}

/**
 * A text as the value of an attribute in double quotes. Line breaks and tabs become references, as XML would read them
 * as spaces.
 */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<"\t\n\r]/g, (found) => references[found] ?? found);
}
