/**
 * A text on one line, without control characters that a terminal would act on: they are shown as `\u001b`. A line break
 * or a tab becomes one space, with the white space after it.
 */
export function formatPlainLine(text: string): string {
  return text
    .replace(/[\t\n\r]\s*/g, ' ')
    .replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
