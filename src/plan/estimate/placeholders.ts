import type { Json } from '@/base/json';
import { listTextsIn } from '@/workflow/expressions/template';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Count } from './size';
import type { UnknownNames } from './unknown-names';

/** Placeholder for an output that is not known yet. */
export function createPlaceholderText(path: string): string {
  return `‹output of ${path}›`;
}

/** Whether the value of an input is known only in the run. */
export function isOpen(input: Json): boolean {
  return input === '' || readFrom(input) !== undefined || listTextsIn(input).some((text) => text.includes('{{'));
}

const placeholder = /‹(?:output|text) of ([^›]*)›/g;

/** A text with nothing in place of what is not known yet. */
export function removePlaceholders(text: string): string {
  return text.includes('‹') ? text.replace(placeholder, '') : text;
}

/** A cut of a text into pieces may change how its ends are counted. */
const atEnds = 2;

/** The most tokens that may come in place of the placeholders of a text. */
export function estimatePlaceholderTokens(text: string, unknown: UnknownNames, count: Count): number {
  if (!text.includes('‹')) return 0;
  return [...text.matchAll(placeholder)].reduce(
    (sum, [, path = '']) => sum + unknown.tokensOf(path, count) + atEnds,
    0,
  );
}

/** The most tokens of a text with placeholders. */
export function estimateMostTokens(text: string, unknown: UnknownNames, count: Count): number {
  return count(removePlaceholders(text)) + estimatePlaceholderTokens(text, unknown, count);
}
