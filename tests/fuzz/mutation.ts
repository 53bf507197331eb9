/** Numbers below a bound, reproducible by seed (mulberry32). */
export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Fragments that break parsers, and fragments with a meaning in the language. */
const bits = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  ';',
  '"',
  "'",
  '=',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<!DOCTYPE x [',
  '&amp;',
  '&#x10FFFF;',
  '&lt;',
  '```\n',
  '<task>',
  '</task>',
  '<task id="a">',
  '<cond>',
  '<x:a xmlns:x="urn:heddle:x">',
  ' format="json"',
  ' xml:space="preserve"',
  '\0',
  '\ud83d',
  '😀',
  '\r',
  '\r\n',
  '\t',
  '\n',
  ' ',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ': ',
  '- ',
  '? ',
  '&a ',
  '*a',
  '<<: ',
  '!!',
  '!x ',
  '|',
  '>-',
  '#',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '~',
  'null',
  'true',
  'yes',
  '{{',
  '}}',
  '{{a}}',
  '\\',
  '\\u0000',
  '1e999',
  '-0',
  '.nan',
  '0x10',
  '__proto__',
  'constructor',
  'toString',
  'tasks',
  'tasks:\n',
  'depends_on',
  'description',
  'type: ',
  'steps',
  'id',
  'x-',
  'layout',
  'library',
  'heddle: 2',
  '  ',
];

const token = /[\w.-]+|\s+|[^\w\s]/gu;

type Mutation = (text: string, random: Random, other: string) => string;

const mutations: readonly Mutation[] = [
  function removePart(text, random) {
    const at = random(text.length);
    return text.slice(0, at) + text.slice(at + 1 + random(random(2) === 0 ? 3 : 60));
  },
  function doublePart(text, random) {
    const at = random(text.length);
    const end = at + 1 + random(80);
    return text.slice(0, end) + text.slice(at, end) + text.slice(end);
  },
  function changeUnit(text, random) {
    const at = random(text.length);
    const unit = text.charCodeAt(at) ^ (1 << random(random(4) === 0 ? 16 : 7));
    return text.slice(0, at) + String.fromCharCode(unit) + text.slice(at + 1);
  },
  function insertBit(text, random) {
    const at = random(text.length + 1);
    return text.slice(0, at) + bits[random(bits.length)] + text.slice(at);
  },
  function splice(text, random, other) {
    const from = random(other.length);
    const at = random(text.length + 1);
    return text.slice(0, at) + other.slice(from, from + random(200)) + text.slice(at + random(20));
  },
  function swapTokens(text, random) {
    const tokens: readonly string[] = text.match(token) ?? [];
    const [one, two] = [random(tokens.length), random(tokens.length)];
    return tokens
      .with(one, tokens[two] ?? '')
      .with(two, tokens[one] ?? '')
      .join('');
  },
  function cut(text, random) {
    return random(2) === 0 ? text.slice(0, random(text.length)) : text.slice(random(text.length));
  },
  function swapLines(text, random) {
    const lines = text.split('\n');
    const [one, two] = [random(lines.length), random(lines.length)];
    return lines
      .with(one, lines[two] ?? '')
      .with(two, lines[one] ?? '')
      .join('\n');
  },
];

/** A text with one to four mutations: most examples become broken, some stay valid. */
export function mutate(text: string, random: Random, other: string): string {
  let mutated = text;
  for (let times = 1 + random(random(2) === 0 ? 2 : 4); times > 0 && mutated !== ''; times -= 1) {
    mutated = mutations[random(mutations.length)]?.(mutated, random, other) ?? mutated;
  }
  return mutated;
}
