import { expect, it } from 'vitest';
import {
  countLeadingSpace,
  countTrailingSpace,
  escapeAttribute,
  escapeText,
  isSpace,
  isXmlText,
  trimXml,
} from './characters';

it.each([
  ['', 0, 0, ''],
  ['a', 0, 0, 'a'],
  [' \t\r\na', 4, 0, 'a'],
  ['a\n\r\t ', 0, 4, 'a'],
  ['  a b   ', 2, 3, 'a b'],
  // All of it is its start.
  [' \n ', 3, 0, ''],
  ['\u00a0a\u2003', 0, 0, '\u00a0a\u2003'],
])('the white space around %j is that of XML', (text, leading, trailing, trimmed) => {
  expect([countLeadingSpace(text), countTrailingSpace(text), trimXml(text)]).toEqual([leading, trailing, trimmed]);
});

it('four characters are white space', () => {
  const codes = Array.from({ length: 0x3001 }, (_, code) => code);
  expect(codes.filter(isSpace)).toEqual([9, 10, 13, 32]);
});

it('what XML cannot hold is no text of it', () => {
  const texts = ['', '\t\n\r ~', '\ud7ff\ue000\ufffd', '\u{10000}\u{10ffff}', '\0', '\v', '\x1f', '\ud800', '\ufffe'];
  expect(texts.map(isXmlText)).toEqual([true, true, true, true, false, false, false, false, false]);
});

it('writes references for what would be read as something else', () => {
  expect(escapeText('<a> & "b" ]]> \t\n\r')).toBe('&lt;a> &amp; "b" ]]&gt; \t\n&#13;');
  expect(escapeAttribute('<a> & "b" ]]> \t\n\r')).toBe('&lt;a> &amp; &quot;b&quot; ]]> &#9;&#10;&#13;');
});
