import { expect, it } from 'vitest';
import type { Json } from '@/base/json';
import { renderElement } from './render-element';
import type { WrittenElement } from './written-element';

it.each([
  ['', '<a/>'],
  ['x', '<a>x</a>'],
  [' x', '<a xml:space="preserve"> x</a>'],
  ['<&<', '<a>&lt;&amp;&lt;</a>'],
  ['<&\n<', '<a><![CDATA[<&\n<]]></a>'],
  ['<]]>\n<<', '<a><![CDATA[<]]]]><![CDATA[>\n<<]]></a>'],
  ['<\n&', '<a>&lt;\n&amp;</a>'],
])('the text %j is written %j', (text, written) => {
  expect(renderElement({ name: 'a', attributes: [], content: { kind: 'text', text } })).toBe(written);
});

it.each<[Json, string]>([
  [null, '<a>null</a>'],
  [[], '<a>[]</a>'],
  [{}, '<a>{}</a>'],
  [-0, '<a>-0</a>'],
  ['\ufffe<', '<a>"\\ufffe&lt;"</a>'],
  [['x\uffff', 1, { 'k\ufffe': [true, null] }], '<a>["x\\uffff", 1, { "k\\ufffe": [true, null] }]</a>'],
])('the value %j is written %j', (value, written) => {
  expect(renderElement({ name: 'a', attributes: [], content: { kind: 'json', value } })).toBe(written);
});

it('elements have lines of their own, further in than theirs', () => {
  const text = (name: string) => ({ name, attributes: [], content: { kind: 'text' as const, text: name } });
  const holder = (elements: readonly WrittenElement[]): WrittenElement => ({
    name: 'a',
    attributes: [['b', '"1"']],
    content: { kind: 'elements', elements },
  });
  expect(renderElement(holder([]))).toBe('<a b="&quot;1&quot;"/>');
  expect(renderElement(holder([text('c'), text('d')]), '  ')).toBe(
    '<a b="&quot;1&quot;">\n    <c>c</c>\n    <d>d</d>\n  </a>',
  );
});

it('a long value has lines of its own, and a comma behind all but the last', () => {
  const value = { list: ['x'.repeat(60), 'y'.repeat(60)], more: { deep: ['z'.repeat(130)], last: 1 } };
  const written = renderElement({ name: 'a', attributes: [], content: { kind: 'json', value } }, '  ');
  expect(JSON.parse(written.replace(/<.?a>/g, ''))).toEqual(value);
  expect(written.split('\n')).toEqual([
    '<a>',
    '    {',
    '      "list": [',
    `        "${'x'.repeat(60)}",`,
    `        "${'y'.repeat(60)}"`,
    '      ],',
    '      "more": {',
    '        "deep": [',
    `          "${'z'.repeat(130)}"`,
    '        ],',
    '        "last": 1',
    '      }',
    '    }',
    '  </a>',
  ]);
});
