import stripAnsi from 'strip-ansi';

/** Marks that change the direction of the text after them (UAX #9); the attack is named in UTR #36, 2.5. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text of a model or a script as a person is shown it: without the codes that colour a terminal, and with direction
 * marks written as `\u202e`, as they can hide what a text says. Copies and downloads have the text as it was.
 */
export function cleanShownText(text: string): string {
  const plain = text.includes('\u001b') || text.includes('\u009b') ? stripAnsi(text) : text;
  return plain.replace(directionMarks, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
