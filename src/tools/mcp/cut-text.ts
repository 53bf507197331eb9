import { cutToStart } from '@/base/start-of';
import { maxHttpAnswerBytes } from '../http';

/**
 * A text cut at the limit for any tool, with a note. Counted in UTF-16 units, of which there are never more than bytes.
 */
export function cutServerText(text: string): string {
  if (text.length <= maxHttpAnswerBytes) return text;
  return `${cutToStart(text, maxHttpAnswerBytes)}\n[cut off after ${maxHttpAnswerBytes} characters]`;
}
