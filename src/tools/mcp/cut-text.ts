import { maxHttpAnswerBytes } from '../http';

/**
 * A text that is no longer than what is read of any tool, and says so. Counted in UTF-16 units, which are no fewer
 * bytes.
 */
export function cut(text: string): string {
  if (text.length <= maxHttpAnswerBytes) return text;
  return `${text.slice(0, maxHttpAnswerBytes)}\n[cut off after ${maxHttpAnswerBytes} characters]`;
}
