/** Numbers in [0, 1) that follow from a seed, so that every input can be made again (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What stands at the joints of YAML, XML, JSON, templates and expressions. */
const pieces: readonly string[] = [
  '\n',
  '  ',
  '\t',
  ': ',
  '- ',
  '? ',
  '# ',
  '&a ',
  '*a',
  '<<: ',
  '|',
  '>',
  '|-\n',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  '---\n',
  '!!x ',
  '{{',
  '}}',
  '{{a.b[0]}}',
  '\\{{',
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x?>',
  '&amp;',
  '&',
  '&#0;',
  '&#x1F600;',
  '<!DOCTYPE x>',
  ' format="json"',
  ' xml:space="preserve"',
  'x-',
  '<x:y>',
  'true',
  'null',
  '1e999',
  '-0',
  '0x1F',
  '.nan',
  '__proto__',
  'constructor',
  'toString',
  'tasks',
  'type',
  'id',
  'steps',
  'subtasks',
  'depends_on',
  'loop',
  '\u0000',
  '\ufeff',
  '\u2028',
  '\r\n',
  '\r',
  '😀',
  '\ud800',
  'é',
  '',
];

/** One change of a text; `other` is another example, of which a piece may be put in. */
type Mutation = (text: string, at: number, random: () => number, other: string) => string;

const length = (random: () => number): number => Math.floor(random() ** 3 * 60) + 1;
const spliceOf = (text: string, at: number, removed: number, inserted: string): string =>
  text.slice(0, at) + inserted + text.slice(at + removed);
const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

const mutations: readonly Mutation[] = [
  (text, at, random) => spliceOf(text, at, 0, pick(pieces, random)),
  (text, at, random) => spliceOf(text, at, length(random), ''),
  (text, at, random) => spliceOf(text, at, 1, String.fromCharCode(Math.floor(random() * 128))),
  (text, at, random) => spliceOf(text, at, 0, text.slice(at, at + length(random))),
  (text, at, random) => spliceOf(text, at, length(random), pick(pieces, random)),
  (text, at, random, other) => {
    const from = Math.floor(random() * other.length);
    return spliceOf(text, at, length(random), other.slice(from, from + 10 * length(random)));
  },
  (text, at) => text.slice(0, at),
  swapLines,
  swapWords,
];

function swapLines(text: string, _at: number, random: () => number): string {
  const lines = text.split('\n');
  const [a, b] = [Math.floor(random() * lines.length), Math.floor(random() * lines.length)];
  [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
  return lines.join('\n');
}

function swapWords(text: string, _at: number, random: () => number): string {
  const words = [...text.matchAll(/[\w.-]+/g)];
  if (words.length < 2) return text;
  const [a, b] = [pick(words, random), pick(words, random)].toSorted((one, two) => one.index - two.index);
  if (!a || !b || a.index === b.index) return text;
  return spliceOf(spliceOf(text, b.index, b[0].length, a[0]), a.index, a[0].length, b[0]);
}

/** A text with one to four changes. */
export function mutate(text: string, other: string, random: () => number): string {
  let mutated = text;
  for (let left = Math.floor(random() * 4); left >= 0; left -= 1) {
    mutated = pick(mutations, random)(mutated, Math.floor(random() * (mutated.length + 1)), random, other);
  }
  return mutated;
}
