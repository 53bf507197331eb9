import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyTextEdits, type Change, invertTextEdits } from '@/workflow/change';
import { computeDifference, emptyHistory, recordChange } from './edit-history';

const typed = (before: string, after: string, mark: string): Change => ({
  label: 'Edit code',
  mark,
  edits: computeDifference(before, after),
});

describe('the history', () => {
  it('joins what was typed in one burst into one step, and takes it back as a whole', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 8 }), (texts) => {
        const history = texts
          .slice(1)
          .reduce((past, text, index) => recordChange(past, typed(texts[index] ?? '', text, 'burst')), emptyHistory);
        expect(history.past).toHaveLength(1);
        const [step] = history.past;
        expect(applyTextEdits(texts.at(-1) ?? '', invertTextEdits(step?.edits ?? []))).toBe(texts[0]);
      }),
    );
  });

  it('keeps changes with other marks apart', () => {
    const first = recordChange(emptyHistory, typed('', 'a', 'one'));
    expect(recordChange(first, typed('a', 'ab', 'two')).past).toHaveLength(2);
  });

  it('forgets what could be redone once something new was done', () => {
    const undone = { past: [], future: [typed('', 'a', 'one')] };
    expect(recordChange(undone, typed('', 'b', 'two')).future).toEqual([]);
  });

  it('keeps 200 steps and drops the oldest', () => {
    let history = emptyHistory;
    for (let n = 0; n < 201; n += 1) history = recordChange(history, typed('', `${n}`, `step ${n}`));
    expect(history.past).toHaveLength(200);
    expect(history.past[0]?.mark).toBe('step 1');
  });
});
