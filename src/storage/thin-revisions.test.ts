import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RevisionTime, thinRevisions } from './thin-revisions';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const savedAgo = (...ages: number[]): RevisionTime[] =>
  ages
    .toSorted((a, b) => b - a)
    .map((age, index) => ({ revision: index + 1, savedAt: new Date(now - age).toISOString() }));
const kept = (revisions: readonly RevisionTime[]) => {
  const dropped = thinRevisions(revisions, now);
  return revisions
    .filter(({ revision }) => !dropped.includes(revision))
    .map(({ savedAt }) => now - Date.parse(savedAt));
};
const every = (width: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + index * width);

describe('thinRevisions', () => {
  it('keeps the newest twenty, however old', () => {
    expect(kept(savedAgo(...every(day, 30, 100 * day)))).toHaveLength(20);
  });

  it('keeps one of each minute of an hour, one of each hour of a day, one of each day of thirty', () => {
    const ages = [...every(1000, 3600), ...every(minute, 23 * 60, hour), ...every(hour, 60 * 24, day)];
    const left = kept(savedAgo(...ages));
    const between = (from: number, to: number) => left.filter((age) => age >= from && age < to).length;
    // A slot may be divided by the border, so there can be one more revision than there are units.
    expect(between(minute, hour)).toBeLessThanOrEqual(60);
    expect(between(minute, hour)).toBeGreaterThanOrEqual(59);
    expect(between(hour, day)).toBeLessThanOrEqual(24);
    expect(between(hour, day)).toBeGreaterThanOrEqual(23);
    expect(between(day, 30 * day)).toBeLessThanOrEqual(30);
    expect(between(day, 30 * day)).toBeGreaterThanOrEqual(29);
    expect(between(30 * day, Number.POSITIVE_INFINITY)).toBe(0);
  });

  it('never drops the newest, and drops nothing more when asked again', () => {
    const ages = fc.array(fc.integer({ min: 0, max: 40 * day }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(ages, (some) => {
        const revisions = savedAgo(...some);
        const dropped = thinRevisions(revisions, now);
        const rest = revisions.filter(({ revision }) => !dropped.includes(revision));
        expect(rest.at(-1)).toEqual(revisions.at(-1));
        expect(thinRevisions(rest, now)).toEqual([]);
      }),
    );
  });
});
