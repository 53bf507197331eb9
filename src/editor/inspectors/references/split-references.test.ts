import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitReferences } from './split-references';

const isKnown = (name: string) => name === 'fetch' || name === 'web.search';

describe('splitReferences', () => {
  it('tells known references from unknown ones', () => {
    expect(splitReferences('Compare {{ fetch.output[0] }} with {{fetsh}}.', isKnown)).toEqual([
      { kind: 'text', text: 'Compare ' },
      { kind: 'known', text: '{{ fetch.output[0] }}' },
      { kind: 'text', text: ' with ' },
      { kind: 'unknown', text: '{{fetsh}}' },
      { kind: 'text', text: '.' },
    ]);
  });

  it('knows names with dots, and leaves escaped braces alone', () => {
    expect(splitReferences('{{web.search.title}} \\{{fetch}}', isKnown)).toEqual([
      { kind: 'known', text: '{{web.search.title}}' },
      { kind: 'text', text: ' \\{{fetch}}' },
    ]);
  });

  it('shows what stands before a reference that is being typed', () => {
    expect(splitReferences('{{fetch}} and {{fe', isKnown)).toEqual([
      { kind: 'known', text: '{{fetch}}' },
      { kind: 'text', text: ' and {{fe' },
    ]);
  });

  it('loses no letter of any text', () => {
    const text = fc.array(fc.constantFrom('{{', '}}', 'fetch', ' ', '\\', '.', '{', 'x'), { maxLength: 12 });
    fc.assert(
      fc.property(text, (parts) => {
        const pieces = splitReferences(parts.join(''), isKnown);
        expect(pieces.map((piece) => piece.text).join('')).toBe(parts.join(''));
      }),
    );
  });
});
