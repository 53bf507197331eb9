import { expect, it } from 'vitest';
import {
  computeAgreement,
  describeAgreement,
  type JudgeLabel,
  putLabel,
  readLabels,
  removeLabel,
} from './judge-labels';

const judgement = { key: 'k', judge: 'j', model: 'openai:x', isPassed: true };
const label = (index: number, pass: boolean, agree: boolean): JudgeLabel => ({
  ...{ judgement: `k${index}`, judge: 'j', pass, agree },
});

function agree(...labels: readonly JudgeLabel[]) {
  const [found] = computeAgreement([judgement], new Map(labels.map((one) => [one.judgement, one])));
  return found;
}

it('computes the agreement beyond chance, once there are enough labels', () => {
  // 25 labels: both say yes 10 times, both no 8 times, they differ 7 times; worked out by hand.
  const counts = [
    [10, true, true],
    [8, false, true],
    [4, true, false],
    [3, false, false],
  ] as const;
  let index = 0;
  const labels = counts.flatMap(([count, pass, isAgreed]) =>
    Array.from({ length: count }, () => label(index++, pass, isAgreed)),
  );
  const found = agree(...labels);
  // Observed 18/25; by chance 14/25 · 13/25 + 11/25 · 12/25.
  const byChance = (14 * 13 + 11 * 12) / 625;
  expect(found).toMatchObject({ agreed: 18, of: 25, isChecked: true });
  expect(found?.kappa).toBeCloseTo((18 / 25 - byChance) / (1 - byChance), 12);
  expect(found && describeAgreement(found)).toBe('people agree in 18 of 25 (κ 0.44)');
  expect(agree(...labels.slice(0, 19))).toMatchObject({ kappa: undefined, isChecked: false });
});

it('does not call a judge checked whom people contradict, or that always says the same', () => {
  const opposed = Array.from({ length: 20 }, (_, index) => label(index, index % 2 === 0, false));
  expect(agree(...opposed)).toMatchObject({ kappa: -1, isChecked: false });
  const half = Array.from({ length: 20 }, (_, index) => label(index, true, index % 2 === 0));
  expect(agree(...half)).toMatchObject({ kappa: 0, isChecked: false });
  expect(computeAgreement([judgement], new Map())).toMatchObject([{ of: 0, isChecked: false }]);
});

it('leaves out what was said of a judgement that came out otherwise since', () => {
  const labels = new Map([
    ['k', { ...label(0, false, true), judgement: 'k' }],
    ['k1', label(1, true, true)],
  ]);
  expect(computeAgreement([judgement], labels)).toMatchObject([{ agreed: 1, of: 1 }]);
});

it('takes back what was said of a judgement, and leaves the other lines', () => {
  const text = putLabel(putLabel('not JSON\n', label(1, true, true)), label(2, true, false));
  expect(removeLabel(text, 'k1')).toBe(putLabel('not JSON\n', label(2, true, false)));
});

it('keeps the newest label of a judgement, and every line that it does not know', () => {
  const text = putLabel('{"a": 1}\nnot JSON\n', label(1, true, true));
  const changed = putLabel(putLabel(text, label(2, true, true)), label(1, true, false));
  expect(changed.split('\n').slice(0, 2)).toEqual(['{"a": 1}', 'not JSON']);
  expect([...readLabels(changed).values()]).toEqual([label(2, true, true), label(1, true, false)]);
});
