import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import type { Notation } from '@/formats/notation';

/** Precedes each location that is reported. */
const mark = '‸';

/** A table of broken documents: what is broken, the text, and the codes with the lines and columns of the marks. */
function documentsOf(notation: Notation) {
  const table = readFileSync(new URL(`./broken/${notation}.txt`, import.meta.url), 'utf8');
  const [, ...documents] = table.split(/^== /m);
  return documents.map((document) => {
    const [head = '', ...lines] = document.trimEnd().split('\n');
    const [, codes = '', what = ''] = /^((?:HED\d+ )+)(.*)$/.exec(head) ?? [];
    const places = lines.flatMap((line, index) =>
      line.split(mark).flatMap((_part, at, parts) => {
        const column = parts.slice(0, at).join('').length + 1;
        return at === 0 ? [] : [`${index + 1}:${column}`];
      }),
    );
    const told = codes
      .trim()
      .split(' ')
      .map((code, at) => `${code} ${places[at]}`);
    return { what, text: lines.join('\n').replaceAll(mark, ''), told };
  });
}

describe.each(['yaml', 'xml'] as const)('of a broken document in %s', (notation) => {
  const documents = documentsOf(notation);

  it.each(documents.map(({ what, ...document }) => [what, document] as const))(
    '%s is told, and where',
    (_what, { text, told }) => {
      const { diagnostics } = checkText(text, [], notation);
      // Without repairs.
      const broken = diagnostics.filter(({ code }) => code !== 'HED505');
      expect(broken.map(({ code, range }) => `${code} ${range?.line}:${range?.column}`)).toEqual(told);
    },
  );

  it('many are tried', () => {
    expect(new Set(documents.map(({ text }) => text)).size).toBe(documents.length);
    expect(documents.length).toBeGreaterThanOrEqual(60);
  });
});
