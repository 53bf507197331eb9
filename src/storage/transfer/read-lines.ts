import { joinBytes } from '@/base/bytes';
import { AppError } from '@/base/errors';
import { maxLineBytes } from './run-file';

/** A line of a file, without its end. */
export interface FileLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

const lineFeed = 0x0a;

/**
 * The lines of a file that are not empty. Error `VALIDATION_ERROR` for a line that is not UTF-8, or longer than {@link
 * maxLineBytes}.
 */
export async function* readLines(pages: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  let number = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const takeLine = (end: Uint8Array): FileLine => {
    const bytes = held.length === 0 ? end : joinBytes([...held, end]);
    held = [];
    heldBytes = 0;
    return { number, text: decodeLine(bytes, number) };
  };
  for await (const page of pages) {
    let start = 0;
    for (let end = page.indexOf(lineFeed); end >= 0; end = page.indexOf(lineFeed, start)) {
      const line = takeLine(page.subarray(start, end));
      if (line.text.trim() !== '') yield line;
      number += 1;
      start = end + 1;
    }
    heldBytes += page.length - start;
    if (heldBytes > maxLineBytes) throw createWrongLineError(number, `it is longer than ${maxLineBytes / 2 ** 20} MB.`);
    if (start < page.length) held.push(page.slice(start));
  }
  const last = takeLine(new Uint8Array());
  if (last.text.trim() !== '') yield last;
}

/** The error for an invalid line. */
export function createWrongLineError(number: number, why: string): AppError {
  return new AppError('VALIDATION_ERROR', `Line ${number} of the file cannot be read: ${why}`, {
    details: { line: number },
  });
}

// One for all lines: to make it takes longer than to read a line.
const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeLine(bytes: Uint8Array, number: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw createWrongLineError(number, 'it is not UTF-8.');
  }
}
