import type { Message } from '@/plan/message';
import { formatMessages, groupTurns } from './message-text';
import type { TaskRange } from './task-range';

/** What one task left, as a text for a prompt. */
export interface RangeText {
  readonly name: string;
  readonly text: string;
  /** Whether the text is a digest instead of the messages. */
  readonly isShort: boolean;
}

/** A history as a text for a prompt. `leftOut`: number of earlier tasks for which there was no room. */
export function buildHistoryText(ranges: readonly RangeText[], leftOut: number): string {
  if (ranges.length === 0 && leftOut === 0) return '';
  const out = leftOut === 0 ? [] : [formatLeftOutLine(leftOut, 'task')];
  const lines = ranges.map(
    ({ name, text, isShort }) => `<task id="${name}"${isShort ? ' compacted="true"' : ''}>\n${text}\n</task>`,
  );
  return ['<history>', ...out, ...lines, '</history>'].join('\n');
}

/** What a task left, in full: its messages, or its output. */
export function buildRangeText({ transcript }: Pick<TaskRange, 'transcript'>, messages: readonly Message[]): string {
  if (transcript !== undefined) return formatMessages(messages);
  return messages.map(({ content }) => `[output]\n${content}`).join('\n\n');
}

/**
 * As many of the last messages as fit, with a line that counts the others. A tool call and its answers stay together.
 */
export function buildLastMessagesText(
  messages: readonly Message[],
  fits: (text: string) => boolean,
): string | undefined {
  const turns = groupTurns(messages);
  for (let first = 1; first < turns.length; first++) {
    const left = turns.slice(0, first).flat().length;
    const text = `${formatLeftOutLine(left, 'message')}\n\n${formatMessages(turns.slice(first).flat())}`;
    if (fits(text)) return text;
  }
  return undefined;
}

function formatLeftOutLine(count: number, what: string): string {
  return `[${count} earlier ${what}${count === 1 ? ' is' : 's are'} left out for want of room]`;
}
