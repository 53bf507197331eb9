import type { Output } from './io';
import { removeControls } from './plain-text';

/**
 * Prints the bytes of an output as they come, no faster than they are taken: unchanged for another program; for a
 * terminal, as text without control characters. Text ends with a line feed, so that what follows begins a line.
 */
export async function printOutput(
  output: Output,
  pages: AsyncIterable<Uint8Array>,
  isText: boolean = true,
): Promise<void> {
  const decoder = new TextDecoder();
  const isTerminal = output.columns !== undefined;
  let ends = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    ends = page.at(-1) === lineFeed;
    output.write(isTerminal ? removeControls(decoder.decode(page, { stream: true })) : page);
    await output.taken();
  }
  if (isTerminal) output.write(removeControls(decoder.decode()));
  if (!ends && (isText || isTerminal)) output.write('\n');
}

const lineFeed = 10;
