import { readdirSync, readFileSync } from 'node:fs';
import * as library from '@rgrove/parse-xml';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxNesting } from '@/base/json';
import { maxWorkflowBytes } from '../limits';
import { arbitraryElement, printElement, type Tree } from './element-arbitrary.testing';
import { parseLooseXml } from './parse-loose-xml';
import { parseXml } from './parse-xml';
import type { XmlElement } from './xml-node';

const seeds = new URL('../../../tests/fixtures/xml/seeds/', import.meta.url);
const files = readdirSync(seeds).filter((file) => file.endsWith('.xml'));
const textOf = (file: string): string => readFileSync(new URL(file, seeds), 'utf8');
const malformed = ['001-0194-two-roots.xml', '002-0827-three-roots.xml', '002-3417-mismatched-end-tags.xml'];

function rootOf(text: string): XmlElement {
  const { root, reading } = parseXml(text);
  if (root === null) throw new Error(reading.diagnostics[0]?.message);
  return root;
}

/** An element without places, texts side by side joined. */
function plain({ name, attributes, children }: XmlElement): Tree {
  const joined: (Tree | string)[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (child.kind === 'element') joined.push(plain(child));
    else if (typeof last === 'string') joined[joined.length - 1] = last + child.text;
    else joined.push(child.text);
  }
  return { name, attributes: attributes.map(({ name, value }) => [name, value]), children: joined };
}

function plainOfLibrary({ name, attributes, children }: library.XmlElement): Tree {
  const joined: (Tree | string)[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (child instanceof library.XmlElement) joined.push(plainOfLibrary(child));
    else if (!(child instanceof library.XmlText)) continue;
    else if (typeof last === 'string') joined[joined.length - 1] = last + child.text;
    else joined.push(child.text);
  }
  return { name, attributes: Object.entries(attributes), children: joined };
}

function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (child.kind === 'element') yield* elementsOf(child);
}

/** The one problem of a text, as `line:column code [what it points at] what it would become`. */
function problemOf(text: string): string {
  const { root, reading } = parseXml(text);
  expect(root).toBeNull();
  return reading.diagnostics
    .map(({ code, range, fix }) => {
      const at = range ? text.slice(range.from, range.to) : '';
      const mend = fix?.kind === 'replace_text' ? ` → ${fix.text}` : '';
      return `${range?.line}:${range?.column} ${code} [${at}]${mend}`;
    })
    .join('; ');
}

describe('parseXml', () => {
  it('reads elements, attributes, texts and CDATA with their places', () => {
    const text = '<a\n  x="1 &lt; 2" y=\'"\'>t &amp; u<![CDATA[<c>]]><b/></a >';
    const root = rootOf(text);
    const cut = ([from, to]: readonly [number, number]): string => text.slice(from, to);
    expect(cut(root.span)).toBe(text);
    expect(cut(root.tagSpan)).toBe('<a\n  x="1 &lt; 2" y=\'"\'>');
    expect(root.attributes.map(({ name, value }) => [name, value])).toEqual([
      ['x', '1 < 2'],
      ['y', '"'],
    ]);
    expect(root.attributes.map(({ nameSpan, valueSpan }) => [cut(nameSpan), cut(valueSpan)])).toEqual([
      ['x', '1 &lt; 2'],
      ['y', '"'],
    ]);
    expect(root.children.map((child) => cut(child.span))).toEqual(['t &amp; u', '<![CDATA[<c>]]>', '<b/>']);
    expect(root.children.map((child) => (child.kind === 'text' ? [child.text, child.isCdata] : child.name))).toEqual([
      ['t & u', false],
      ['<c>', true],
      'b',
    ]);
  });

  it.each([
    ['a byte order mark and a declaration', '\ufeff<?xml version="1.0"?>\n<a x="1"/>', '2:2 a, 2:4 x'],
    ['comments and instructions around', '<!-- > --><?p "> ?>\n<a/><!-- <b> -->\n<?q?>', '2:2 a'],
    ['a comment between', '<a><!-- <x y="1"> --><b/></a>', '1:2 a, 1:23 b'],
    ['tags in CDATA', '<a><![CDATA[<x>]]><b/></a>', '1:2 a, 1:20 b'],
    ['> in values', '<a x=">" y="/>"><b z=\'>\'/></a>', '1:2 a, 1:4 x, 1:10 y, 1:18 b, 1:20 z'],
    ['space around =', '<a\tx = "1"\n y\n=\n"2" />', '1:2 a, 1:4 x, 2:2 y'],
    ['carriage returns', '<a\r\n  x="1"\r\n>\r\n <b y="2"/>\r\n</a>', '1:2 a, 2:3 x, 4:3 b, 4:5 y'],
    ['characters of two units', '<a x="😀" y="1">😀<b/></a>', '1:2 a, 1:4 x, 1:11 y, 1:20 b'],
    ['letters of other scripts', '<задача имя="1"><é/></задача>', '1:2 задача, 1:9 имя, 1:18 é'],
    ['prefixes', '<x:a xmlns:x="urn:heddle:x" xml:space="preserve"/>', '1:2 x:a, 1:6 xmlns:x, 1:29 xml:space'],
  ])('knows the places in a text with %s', (_what, text, places) => {
    const { reading } = parseXml(text);
    const listed = [...elementsOf(rootOf(text))].flatMap(({ name, nameSpan, attributes }) =>
      [{ name, nameSpan }, ...attributes].map(({ name, nameSpan }) => {
        const { line, column } = reading.rangeOf(...nameSpan);
        return `${line}:${column} ${name}`;
      }),
    );
    expect(listed.join(', ')).toBe(places);
  });

  it('takes line breaks as XML does: one in texts, a space in values, as they are when written as references', () => {
    const { attributes, children } = rootOf('<a x="1\r\n2\t3&#10;4">\r\nb\rc&#13;\n<![CDATA[\r\n]]></a>');
    expect(attributes[0]?.value).toBe('1 2 3\n4');
    expect(children.map((child) => child.kind === 'text' && child.text)).toEqual(['\nb\nc\r\n', '\n']);
  });

  it.each([
    ['<a>x</b>', '1:7 HED108 [b] → a'],
    ['<a>\n<b>x</a>', '2:5 HED108 [</a>] → </b></a>'],
    ['<a><b>x', '1:5 HED108 [b]'],
    ['<a>x</a y>', '1:5 HED108 [</a ]'],
    ['<a b=1/>', '1:6 HED108 [1] → "1"'],
    ['<a b c="1"/>', '1:4 HED108 [b]'],
    ['<a b=>', '1:4 HED108 [b]'],
    ['<a b="1" c="2" b="3"/>', '1:16 HED103 [b]'],
    ['<a b="1"c="2"/>', '1:9 HED108 [c]'],
    ['<a b="x < y"/>', '1:9 HED108 [<] → &lt;'],
    ['<a b="x>\n<c/></a>', '1:4 HED108 [b]'],
    ['<a b="x', '1:4 HED108 [b]'],
    ['<a b="x" <c/></a>', '1:1 HED108 [<a b="x"]'],
    ['<a>\r\nx & y</a>', '2:3 HED108 [&] → &amp;'],
    ['<a>x &amp y</a>', '1:6 HED108 [&] → &amp;'],
    ['<a b="x & y"/>', '1:9 HED108 [&] → &amp;'],
    ['<a>x < y</a>', '1:6 HED108 [<] → &lt;'],
    ['<a>x <5</a>', '1:6 HED108 [<] → &lt;'],
    ['<a>x ]]> y</a>', '1:6 HED108 []]>] → ]]&gt;'],
    ['<a>&nbsp;</a>', '1:4 HED109 [&nbsp;]'],
    ['<a>&#0;</a>', '1:4 HED108 [&#0;]'],
    ['<a>&#xd800;</a>', '1:4 HED108 [&#xd800;]'],
    ['<a>😀\u0001</a>', '1:6 HED108 [\u0001] → '],
    ['<a>\ud800</a>', '1:4 HED108 [\ud800] → '],
    ['<a>\udc00😀</a>', '1:4 HED108 [\udc00] → '],
    ['<a><!-- b -- c --></a>', '1:11 HED108 [--]'],
    ['<a><!-- b</a>', '1:4 HED108 [<!--]'],
    ['<a><![CDATA[ b</a>', '1:4 HED108 [<![CDATA[]'],
    ['<a><?b</a>', '1:4 HED108 [<?]'],
    ['<a/>\n<b/>', '2:2 HED108 [b]'],
    ['<a/> and more \n', '1:6 HED108 [and more]'],
    ['<a/></a>', '1:5 HED108 [</a>] → '],
    ['Here it is:\n<a/>', '1:1 HED108 [Here it is:]'],
    ['a: 1\nb: 2', '1:1 HED108 [a: 1]'],
    ['\n<?xml version="1.0"?><a/>', '2:1 HED108 [<?xml version="1.0"?>] → '],
    ['<?xml version=1?><a/>', '1:1 HED108 [<?xml version=1?>]'],
    ['<?xml version="2.0"?><a/>', '1:1 HED108 [<?xml version="2.0"?>]'],
    ['<?xml version="1.0" encoding="8-bit"?><a/>', '1:1 HED108 [<?xml version="1.0" encoding="8-bit"?>]'],
    ['', '1:1 HED108 []'],
    ['<a xml:space="no"/>', '1:4 HED108 [xml:space]'],
    ['<!DOCTYPE a><a/>', '1:1 HED109 [<!DOCTYPE a>] → '],
  ])('says where %j is not well-formed', (text, expected) => {
    expect(problemOf(text)).toBe(expected);
  });

  it('tells the line of the element that an end tag should close, and what to write', () => {
    const [problem] = parseXml('<a>\n<task_instructions>x</description>\n</a>').reading.diagnostics;
    expect(problem?.message).toBe(
      'This closes nothing: <task_instructions> of line 2 is open. Write </task_instructions>.',
    );
  });

  it.each(files.filter((file) => !malformed.includes(file)))('reads %s as the library does', (file) => {
    const text = textOf(file);
    expect(plain(rootOf(text))).toEqual(plainOfLibrary(library.parseXml(text).root ?? expect.fail()));
  });

  it.each(malformed)('refuses %s', (file) => {
    expect(parseXml(textOf(file)).root).toBeNull();
  });

  it('reads back what is printed, strictly and loosely, and cuts names and values out of the text', () => {
    fc.assert(
      fc.property(arbitraryElement, fc.constantFrom('\n', '\r\n'), (tree, lineBreak) => {
        const text = printElement(tree, lineBreak);
        const root = rootOf(text);
        expect(plain(root)).toEqual(tree);
        expect(plain(root)).toEqual(plainOfLibrary(library.parseXml(text).root ?? expect.fail()));
        for (const { name, nameSpan, span, tagSpan, attributes, children } of elementsOf(root)) {
          expect(text.slice(...nameSpan)).toBe(name);
          expect(text.slice(...tagSpan)).toMatch(/^<.*>$/s);
          expect(rootOf(text.slice(...span)).children.length).toBe(children.length);
          for (const attribute of attributes) {
            expect(text.slice(...attribute.nameSpan)).toBe(attribute.name);
            const [from, to] = attribute.valueSpan;
            const alone = rootOf(`<a x=${text.slice(from - 1, to + 1)}/>`);
            expect(alone.attributes[0]?.value).toBe(attribute.value);
          }
        }
        const loose = parseLooseXml(`<task>${text}</task>`);
        expect(loose.diagnostics).toEqual([]);
        expect(loose.root && plain(loose.root)).toEqual({ name: 'task', attributes: [], children: [tree] });
      }),
    );
  });

  it('keeps names such as __proto__ and constructor as they are', () => {
    const root = rootOf('<__proto__ __proto__="1" constructor="2"><constructor>x</constructor></__proto__>');
    expect(plain(root)).toEqual({
      name: '__proto__',
      attributes: [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
      children: [{ name: 'constructor', attributes: [], children: ['x'] }],
    });
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it('refuses entities that grow, and those that read files', () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    expect(problemOf(`<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]>\n<a>&l9;</a>`)).toMatch(/^1:1 HED109 /);
    expect(problemOf('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')).toMatch(/^1:1 HED109 /);
    expect(problemOf('<a><!DOCTYPE b></a>')).toBe('1:4 HED109 [<!DOCTYPE b>] → ');
  });

  it('takes as many levels as values may have, and refuses more however deep', () => {
    const nested = (levels: number): string => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
    expect(rootOf(nested(maxNesting + 1)).name).toBe('a');
    for (const levels of [maxNesting + 2, 100_000]) expect(problemOf(nested(levels))).toBe('1:604 HED108 [<]');
    expect(problemOf(`<a>x & y${nested(1000)}</a>`)).toBe('1:6 HED108 [&] → &amp;');
    expect(problemOf('<p><br>'.repeat(500))).toBe('1:704 HED108 [<]');
  });

  it('refuses what is too large or no text, as YAML does', () => {
    expect(problemOf(`<a>${'x'.repeat(maxWorkflowBytes)}</a>`)).toMatch(/HED105/);
    expect(problemOf('<a>\0</a>')).toMatch(/HED107/);
    for (const many of ['<b/>'.repeat(150_000), '<b c=""/>'.repeat(75_000)]) {
      const { root, isTooLarge } = parseXml(`<a>${many}</a>`);
      expect({ root, isTooLarge }).toEqual({ root: null, isTooLarge: true });
    }
  });
});

it('attributes are read of every element, also where one follows a tag at once', () => {
  const [inner] = rootOf('<a><bb x="1"><c y="2"/></bb></a>').children;
  expect(inner).toMatchObject({ name: 'bb', attributes: [{ name: 'x', value: '1' }] });
  expect(inner?.kind === 'element' && inner.children).toMatchObject([{ attributes: [{ name: 'y', value: '2' }] }]);
  expect(rootOf('<a>b</a>').attributes).toEqual([]);
});
