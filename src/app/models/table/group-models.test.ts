import { expect, it } from 'vitest';
import type { ModelRow } from '@/worker/border/engine-api';
import { groupModels } from './group-models';

const rows = (ends: Readonly<Record<string, string | undefined>>) =>
  new Map(Object.entries(ends).map(([model, endsOn]) => [model, { model, facts: { endsOn } } as ModelRow]));
const now = Date.parse('2026-11-28T12:00:00Z');

it('puts what has ended, and what ends within 90 days, apart', () => {
  const ends = {
    far: '2027-04-01',
    last: '2027-02-25',
    soon: '2026-12-11',
    today: '2026-11-28',
    old: '2024-01-04',
    past: '2026-11-27',
    open: undefined,
  };
  expect(groupModels([...Object.keys(ends), 'unread'], rows(ends), now)).toEqual({
    current: ['far', 'open', 'unread'],
    ending: ['today', 'soon', 'last'],
    ended: ['past', 'old'],
  });
});
