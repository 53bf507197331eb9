import { expect, it } from 'vitest';
import { createPartSpans, readElementText } from './element-text';
import { parseXml } from './parse-xml';
import type { XmlElement } from './xml-node';

const rootOf = (source: string) => parseXml(source).root as XmlElement;

it.each([
  ['<a>one two</a>', 'one two', 'two'],
  ['<a>  one &amp; two </a>', 'one & two', 'two'],
  ['<a>\r\n one\r\n two\r\n</a>', 'one\n two', 'two'],
  ['<a>one\r\n\r\ntwo</a>', 'one\n\ntwo', 'two'],
  ['<a>one\rtwo</a>', 'one\ntwo', 'two'],
  ['<a>&#x1F600;two</a>', '😀two', 'two'],
  ['<a>😀&lt;two</a>', '😀<two', 'two'],
  ['<a>\n&amp; &#x1F600; two</a>', '& 😀 two', 'two'],
  ['<a y="preserve"> &lt;two</a>', '<two', 'two'],
  ['<a>1&amp;<![CDATA[&amp;\r\ntwo]]></a>', '1&&amp;\ntwo', 'two'],
  ['<a>1 <b>x</b>two</a>', '1 two', 'two'],
  ['<a xml:space="preserve"> &#32;two </a>', '  two ', 'two'],
  ['<a><![CDATA[ two ]]></a>', 'two', 'two'],
])('the words of %j have their places in it', (source, text, word) => {
  const root = rootOf(source);
  expect(readElementText(source, root).text).toBe(text);
  const from = text.indexOf(word);
  expect(source.slice(...createPartSpans(source, root)(from, from + word.length))).toBe(word);
});

it.each([
  ['<a> one </a>', 'one'],
  ['<a>\r\none\r\ntwo\r\n</a>', 'one\r\ntwo'],
  ['<a>&#32;one</a>', 'one'],
  ['<a><![CDATA[ one ]]></a>', 'one'],
  ['<a>one &lt;<b/></a>', 'one &lt;'],
  ['<a> </a>', 'a'],
  ['<a/>', 'a'],
])('the text of %j is there as %j, and a place that is empty has no length', (source, written) => {
  const root = rootOf(source);
  expect(source.slice(...readElementText(source, root).span)).toBe(written);
  const [from, to] = createPartSpans(source, root)(0, 0);
  expect(root.children.some(({ kind }) => kind === 'text') ? to - from : 0).toBe(0);
});
