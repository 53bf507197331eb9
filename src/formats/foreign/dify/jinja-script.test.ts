import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { writeJinjaScript } from './jinja-script';

const render = (text: string, input: JsonObject) => {
  const script = writeJinjaScript(text);
  if (script === undefined) return undefined;
  return (runInNewContext(`(function (input) {${script}})`) as (input: JsonObject) => { output: string })(input).output;
};

// What each gives: jinja2 3.1.6, of which https://jinja.palletsprojects.com/en/stable/templates/ tells.
it.each<readonly [string, JsonObject, string]>([
  ['{% for x in l %}{{ loop.index }}. {{ x }}\n{% endfor %}', { l: ['a', 'b'] }, '1. a\n2. b\n'],
  ['{% for x in l -%}\n  {{ x }},\n{%- endfor %}!', { l: [1, 2] }, '1,2,!'],
  [
    '{% for r in l %}{{ r.name }}={{ r["n"] }}{% if not loop.last %}; {% endif %}{% endfor %}',
    {
      l: [
        { name: 'a', n: 1 },
        { name: 'b', n: 2 },
      ],
    },
    'a=1; b=2',
  ],
  ['{% for k, v in m.items() %}{{ k }}:{{ v }} {% endfor %}', { m: { a: 1, b: true } }, 'a:1 b:True '],
  ['{% if n > 3 and n != 5 %}big{% elif n == 0 %}none{% else %}small{% endif %}', { n: 4 }, 'big'],
  ['{% if n > 3 and n != 5 %}big{% elif n == 0 %}none{% else %}small{% endif %}', { n: 0 }, 'none'],
  ['{% if l and "a" in l and "z" not in l %}yes{% endif %}', { l: ['a'] }, 'yes'],
  [
    '{{ l | join(", ") | upper }} {{ l | length }} {{ l[0] }} {{ l[-1] }} {{ l[1:] }}',
    { l: ['a', 'b'] },
    "A, B 2 a b ['b']",
  ],
  ['{{ x | default("none") }} {{ y | default("empty", true) }} {{ missing.deep }}', { y: '' }, 'none empty '],
  ['{% set total = a + 1 %}{{ total * 2 }} {{ total // 2 }} {{ a ~ "!" }}', { a: 4 }, '10 2 4!'],
  ['{% set ns = namespace(n=0) %}{% for x in l %}{% set ns.n = ns.n + x %}{% endfor %}{{ ns.n }}', { l: [1, 2] }, '3'],
  [
    '{{ "yes" if flag else "no" }} {{ none }} {{ flag }} {{ m }}',
    { flag: false, m: { a: ['b', null] } },
    "no None False {'a': ['b', None]}",
  ],
  ['{{ text.replace("a", "b").split(" ")[1] | title }} {{ m | tojson }}', { text: 'xa ya', m: { k: 1 } }, 'Yb {"k":1}'],
  [
    '{# gone #}{{ l | map(attribute="n") | sum }} {% for i in range(1, 3) %}{{ i }}{% endfor %}',
    { l: [{ n: 1 }, { n: 2 }] },
    '3 12',
  ],
  [`{{ "it's" }} {{ 'a\\n"b"' }}`, {}, 'it\'s a\n"b"'],
  ['{{ l }}', { l: ["it's", 'a\\b', 'a "b" it\'s'] }, `["it's", 'a\\\\b', 'a "b" it\\'s']`],
  ['{{ t.replace("a", "$&") }} {{ t | replace("1", 2) }}', { t: 'a1' }, '$&1 a2'],
  ['{{ constructor }}{{ m.__proto__ }}{{ m.toString }}', { m: {} }, ''],
])('%s with %j is %j', (text, input, expected) => {
  expect(render(text, input)).toBe(expected);
});

it.each([
  '{% include "x" %}',
  '{% for x in l %}',
  '{% endif %}',
  '{{ l | shuffle }}',
  '{{ lipsum() }}',
  '{{ x.constructor("return 1")() }}',
  '{{ 1 +',
  '{% for x in l if x %}{{ x }}{% endfor %}',
  `{{ ${'('.repeat(9000)}1${')'.repeat(9000)} }}`,
  `{{ ${'not '.repeat(400)}x }}`,
  `{{ ${'('.repeat(60)}1${')'.repeat(60)} }}`,
  `${'{% if x %}'.repeat(30)}${'{% endif %}'.repeat(30)}`,
])('what is not known stays a stand-in: %s', (text) => {
  expect(writeJinjaScript(text)).toBeUndefined();
});

it('nothing of a text is code, and none makes much of little', () => {
  const text = '{{ "`#{input}`" }}{{ \'"); input.x = 1; ("\' }}\u2028{% if a == "*/" %}1{% endif %}';
  expect(render(text, {})).toBe('`#{input}`"); input.x = 1; ("\u2028');
  const chain = `{{ ${Array.from({ length: 120 }, (_, index) => `a${index}`).join(' or ')} | default(x | default(y)) }}`;
  expect(writeJinjaScript(chain)?.length).toBeLessThan(20_000);
});
