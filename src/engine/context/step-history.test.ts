import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeUtf8Length } from '@/base/bytes';
import type { ResultRecord } from '@/workflow/expressions/environment';
import { StepHistory } from './step-history';

const record = (content: string, notes: ResultRecord['notes'] = {}) => ({ content, notes }) as ResultRecord;
const textsOf = (history: StepHistory) =>
  [...history.text().matchAll(/<output step="(.*?)">\n(.*?)\n<\/output>/gs)].map(([, id, text]) => [id, text]);

it('keeps the newest outputs whole, and of the oldest one that still fits a part', () => {
  const history = new StepHistory('full_output', 10);
  for (const [index, content] of ['aaaaa', 'bbbbb', 'cccc', '', 'dd'].entries())
    history.add(`s${index}`, record(content));
  expect(textsOf(history)).toEqual([
    ['s1', 'bbbb'],
    ['s2', 'cccc'],
    ['s4', 'dd'],
  ]);
});

it('keeps notes where it is told to, else the start of the output', () => {
  const history = new StepHistory('notes_only', 10_000);
  history.add('noted', record('whole', { data_usage: 'a note' }));
  history.add('written', record('whole', { data_usage: 'the table', text: 'two rows are wrong' }));
  history.add('plain', record('x'.repeat(600)));
  expect(textsOf(history)).toEqual([
    ['noted', 'a note'],
    ['written', 'the table\ntwo rows are wrong'],
    ['plain', 'x'.repeat(500)],
  ]);
});

it('is never larger than allowed, and ends with what came last', () => {
  const contents = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(contents, fc.integer({ min: 60, max: 100 }), (all, most) => {
      const texts = all.map((content) => content.replace(/[\n<]/g, '_'));
      const history = new StepHistory('full_output', most);
      for (const [index, text] of texts.entries()) history.add(`s${index}`, record(text));
      const kept = textsOf(history).map(([, text]) => text ?? '');
      expect(kept.reduce((sum, text) => sum + computeUtf8Length(text), 0)).toBeLessThanOrEqual(most);
      expect(kept.slice(1)).toEqual(texts.slice(texts.length - kept.length + 1));
      expect(texts[texts.length - kept.length]).toContain(kept[0]);
    }),
  );
});
