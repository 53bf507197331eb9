import { expect, it } from 'vitest';
import { boundHistory, historyLimits } from './bound-history';

const step = (text: string) => ({ label: 'Typed', mark: 'm', edits: [{ at: 0, removed: '', inserted: text }] });
const steps = (count: number) => Array.from({ length: count }, (_, index) => step(String(index)));

it('keeps a small history whole', () => {
  const history = { past: steps(3), future: steps(2) };
  expect(boundHistory(history)).toEqual(history);
});

it('cuts the oldest steps of undo first, and gives redo what is left', () => {
  expect(boundHistory({ past: steps(199), future: steps(5) })).toEqual({ past: steps(199), future: steps(5).slice(4) });
  expect(boundHistory({ past: steps(205), future: steps(5) })).toEqual({ past: steps(205).slice(5), future: [] });
});

it('cuts at a step that is too large, because undo cannot pass over it', () => {
  const large = step('x'.repeat(historyLimits.characters));
  expect(boundHistory({ past: [step('a'), large, step('b')], future: [] })).toEqual({ past: [step('b')], future: [] });
});
