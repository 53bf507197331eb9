import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ThinkTags } from './think-tags';

/** The thoughts and the answer in a text that arrives in pieces of `size` characters. */
function read(text: string, size: number, isWanted = true): readonly [string, string] {
  const tags = new ThinkTags(isWanted);
  const deltas = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  const pieces = [...deltas.flatMap((delta) => tags.take(delta)), ...tags.end()];
  const of = (wanted: string) => pieces.flatMap(({ kind, text }) => (kind === wanted ? [text] : [])).join('');
  return [of('reasoning'), of('text')];
}

it.each([
  ['<think>Hm.</think>{"n": 1}', 'Hm.', '{"n": 1}'],
  ['\n<think>Hm.</think>\n\n{"n": 1}', 'Hm.', '{"n": 1}'],
  ['<think></think>Yes.', '', 'Yes.'],
  ['<think>a < b </thin> c</think>Yes.', 'a < b </thin> c', 'Yes.'],
  ['<think>Never ended', 'Never ended', ''],
  ['<think>Only thoughts.</think>\n', 'Only thoughts.', ''],
  ['Yes, write <think>.</think>', '', 'Yes, write <think>.</think>'],
  ['<thin', '', '<thin'],
  [' Yes.', '', ' Yes.'],
])('parts %j, however it is cut', (text, thoughts, answer) => {
  for (const size of [1, 2, 3, 7, 100]) expect(read(text, size)).toEqual([thoughts, answer]);
});

it('leaves a text alone where no tags are looked for', () => {
  expect(read('<think>Hm.</think>Yes.', 4, false)).toEqual(['', '<think>Hm.</think>Yes.']);
});

it('finds the same however a text is cut', () => {
  const piece = fc.constantFrom('<think>', '</think>', '<', 'th', 'ink>', '/', ' ', '\n', 'a', 'Yes.');
  const said = (parts: readonly string[]) => {
    const tags = new ThinkTags(true);
    const pieces = [...parts.flatMap((part) => tags.take(part)), ...tags.end()];
    const of = (kind: string) => pieces.flatMap((one) => (one.kind === kind ? [one.text] : [])).join('');
    return { reasoning: of('reasoning'), text: of('text') };
  };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const whole = pieces.join('');
      const found = /^\s*<think>([\s\S]*?)(?:<\/think>\s*([\s\S]*))?$/.exec(whole);
      const expected = found ? { reasoning: found[1] ?? '', text: found[2] ?? '' } : { reasoning: '', text: whole };
      expect(said([...whole])).toEqual(expected);
      expect(said(pieces)).toEqual(expected);
      expect(said([whole])).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it('has no empty pieces at the end', () => {
  for (const said of ['Yes.', '<think>Hm.</think> ', '<think>Hm.</think>Yes.']) {
    const tags = new ThinkTags(true);
    tags.take(said);
    expect(tags.end()).toEqual([]);
  }
});
