import { expect, it } from 'vitest';
import type { ChoiceReason } from '@/plan/context/context-plan';
import { callLabel, computeFill, formatShortCall } from './calls/call-names';
import { pairParts } from './calls/differing-parts';
import { explainWhyIn, explainWhyOut, formatHowMuch } from './context-words';
import type { PartRow } from './parts/part-groups';

const bounds = { maxTasks: 3, maxBytes: 102_400, minRelevance: 0.4 };

it('says why an output is left out, with the figures', () => {
  const said = (reason: ChoiceReason) => explainWhyOut({ reason }, bounds);
  expect(said('max_tasks')).toBe('The limit of 3 tasks was reached, and those that are in matter more.');
  expect(said('below_min')).toBe('Below the minimum relevance of 0.40.');
  expect(said('max_bytes')).toBe('The limit of 102 kB was reached by what matters more.');
  expect(said('excluded')).toBe('Kept out by you.');
});

it('says why an output is in, and that it is a view of something longer', () => {
  expect(explainWhyIn({ reason: 'included', rule: 'none', relevance: 0 })).toBe('Always kept by you');
  expect(explainWhyIn({ reason: 'relevant', rule: 'transitive', relevance: 0.8 / 3 })).toBe('Dependency 3 steps back');
  expect(formatHowMuch({ verdict: 'whole', bytes: 10, truncated: true })).toBe('Its view, shortened before');
});

it('names a call by its round, item, attempt and turn; a first turn only in full', () => {
  const path = 'task/d/iter/3/task/director/attempt/1/turn/1';
  expect(formatShortCall(path)).toBe('round 3');
  expect(callLabel(path)).toBe('round 3, attempt 1, turn 1');
  expect(formatShortCall('task/m/attempt/1/item/0/task/inner_task/attempt/2/turn/2')).toBe('item 1, attempt 2, turn 2');
});

it('says how full a window is, and warns near and over the limit', () => {
  const of = (sent: number, size: number | null = 1000) =>
    computeFill({ window: { size, usable: size === null ? null : 800, reserve: 100, sent, exact: true } });
  expect(of(500)).toMatchObject({ tone: 'plain', fill: 0.5, said: '500 tokens sent of 1,000, 50 %' });
  expect(of(640)?.said).toBe('640 tokens sent of 1,000, 64 %, near the limit');
  expect(of(801)?.tone).toBe('over');
  expect(of(500, null)).toMatchObject({ fill: undefined, said: '500 tokens sent, window not known' });
});

it('holds the parts of two calls side by side', () => {
  const row = (key: string, label: string): PartRow => ({
    key,
    label,
    group: 'task',
    why: '',
    how: '',
    bytes: 1,
    tokens: 1,
    source: { kind: 'tools' },
  });
  const textOf = ({ label }: PartRow) => label;
  const parts = pairParts(
    [row('a', 'x'), row('b', 'y'), row('gone', 'z')],
    [row('new', 'n'), row('b', 'y'), row('a', 'X')],
    {
      before: textOf,
      after: textOf,
    },
  );
  expect(parts.map(({ key, state }) => `${key} ${state}`)).toEqual([
    'new added',
    'b same',
    'a changed',
    'gone removed',
  ]);
});
