import { expect, it } from 'vitest';
import { cleanShownText } from './shown-text';

it('has no codes of terminals', () => {
  expect(cleanShownText('\u001b[1;31mred\u001b[0m and \u001b]8;;https://a.b\u0007a link\u001b]8;;\u0007')).toBe(
    'red and a link',
  );
  expect(cleanShownText('[31m is plain')).toBe('[31m is plain');
});

it('shows marks that turn the direction of a text round, and leaves what joins an emoji', () => {
  expect(cleanShownText('user\u202egnp.exe\u202c\u2066x\u2069')).toBe('user\\u202egnp.exe\\u202c\\u2066x\\u2069');
  expect(cleanShownText('👩‍💻 שלום')).toBe('👩‍💻 שלום');
});
