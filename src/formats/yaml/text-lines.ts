/** Offset of the start of the line that this offset is in. A byte order mark is before the first line. */
export function findLineStart(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : start;
}

/** Offset after the line break of the line that this offset is in, or the end of the text. */
export function findNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** Number of spaces at the start of the line that begins here. */
export function indentAt(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at - start;
}
