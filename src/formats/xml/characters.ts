/** Characters that XML cannot hold, not even as references: control characters and halves of surrogate pairs. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether a text can be in XML. What cannot is written as JSON, which has escapes for it. */
export function isXmlText(text: string): boolean {
  return !forbidden.test(text);
}

/** A text without the white space of XML around it; other spaces, such as those that do not break, stay. */
export function trimXml(text: string): string {
  return text.slice(leadingSpace(text), text.length - trailingSpace(text));
}

/** How many characters of white space come before a text, and how many behind it; of a blank text all before it. */
export function leadingSpace(text: string): number {
  let count = 0;
  while (count < text.length && isSpace(text.charCodeAt(count))) count += 1;
  return count;
}

/** How many characters of white space come after a text; of a blank text none, as they are before it. */
export function trailingSpace(text: string): number {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end === 0 ? 0 : text.length - end;
}

/** Whether a character, by its code, is white space of XML; JSON has the same. */
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

/** A text as the value of an attribute in double quotes; there XML would make spaces of line breaks and tabs. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<"\t\n\r]/g, (found) => references[found] ?? found);
}
