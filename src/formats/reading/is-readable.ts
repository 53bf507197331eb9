import { computeUtf8Length } from '@/base/bytes';
import { describeTooLarge, maxWorkflowBytes } from '../limits';
import { notationWords } from '../notation';
import { type Reading, reportReadingProblem } from './reading';

/** Whether to parse a text: it must be a text, and not too large. If not, reports a problem. */
export function isWorthParsing(reading: Reading): boolean {
  const { text } = reading;
  // A text with more UTF-16 units than the limit also has more bytes, so that a huge one is refused without encoding
  // it.
  if (
    text.length > maxWorkflowBytes ||
    (text.length > maxWorkflowBytes / 3 && computeUtf8Length(text) > maxWorkflowBytes)
  ) {
    reportReadingProblem(reading, 'HED105', describeTooLarge(maxWorkflowBytes), [], [0, 0]);
    return false;
  }
  const start = text.slice(0, 1000);
  const strange = start.match(/[^\P{Cc}\t\n\v\f\r]|\ufffd/gu)?.length ?? 0;
  // A short text may contain a few such characters.
  if (text.includes('\0') || strange > Math.max(20, start.length / 10)) {
    const message = `This is not a text file, but perhaps an image or an archive. Open a workflow as ${notationWords}.`;
    reportReadingProblem(reading, 'HED107', message, [], [0, 0]);
    return false;
  }
  return true;
}
