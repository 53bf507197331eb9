import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeReading, countPages, decodePage, pageBytes } from './page-bounds';
import { findWholeOutput, formatView } from './whole-output';

const encoder = new TextEncoder();

function pagesOf(text: string): string[] {
  const bytes = encoder.encode(text);
  return Array.from({ length: countPages(bytes.length) }, (_, page) => {
    const { from, bytes: count } = computeReading(page);
    return decodePage(page, bytes.subarray(from, from + count));
  });
}

describe('the pages of a long text', () => {
  it('are the whole text, put together, and split no character', () => {
    const piece = fc.constantFrom(
      'a',
      'ü',
      '漢',
      '🧵',
      '\n',
      'word '.repeat(300),
      `${'x'.repeat(5000)}\n`,
      'é'.repeat(9000),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect(pagesOf(text).join('')).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it('end with a line where lines are of usual length', () => {
    const text = 'a line of the log\n'.repeat(4 * (pageBytes / 16));
    for (const page of pagesOf(text)) expect(page.endsWith('\n')).toBe(true);
  });
});

describe('what is said of a long output', () => {
  const capture = {
    type: 'stdout',
    bytes: 10_400_000,
    truncated: true,
    strategy: 'tail',
    shown: 1_048_576,
    binary: false,
  } as const;

  it('is how much of it is shown', () => {
    expect(formatView(capture)).toBe('Showing the last 1.0 MB of 10 MB');
    expect(formatView({ ...capture, strategy: 'summary' })).toBe('Showing a summary of 10 MB');
    expect(formatView({ ...capture, truncated: false })).toBeUndefined();
  });

  it('is where the whole is: kept apart under the name of the seed, else in the payload', () => {
    const names = { title: 'Output', name: 'a' };
    const stored = { ref: 'r', bytes: 9, path: '.state/a_1_stdout.txt.gz' };
    expect(findWholeOutput({ ...capture, stored }, undefined, names)).toMatchObject({
      blob: 'r',
      bytes: 9,
      file: 'a_1_stdout.txt',
    });
    expect(findWholeOutput(undefined, { text: 'x', length: 10, ref: 'p' }, names)).toMatchObject({
      blob: 'p',
      file: 'a.txt',
    });
    expect(findWholeOutput(undefined, { text: 'x', length: 1 }, names)).toBeUndefined();
  });
});
