import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIsoTime } from '@/run/iso-time';
import { selectRunsToClean } from './retention';

const day = 86_400_000;
const now = 1000 * day;

const runs = fc
  .array(
    fc.record({
      workflowId: fc.constantFrom('w1', 'w2'),
      status: fc.constantFrom('running', 'waiting', 'completed', 'failed', 'cancelled'),
      startedAt: fc.integer({ min: 0, max: now }).map(formatIsoTime),
      tookDays: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(({ tookDays, ...run }, index) => ({
      ...run,
      id: `r${index}`,
      ...(run.status === 'running' || run.status === 'waiting'
        ? {}
        : { endedAt: formatIsoTime(Date.parse(run.startedAt) + tookDays * day) }),
    })),
  );
const rules = fc.record({ keepDays: fc.integer({ min: 0, max: 1000 }), keepLast: fc.integer({ min: 0, max: 10 }) });

describe('a rule of what may go', () => {
  it('never lets go what goes on, what is young, or what is among the last of its workflow', () => {
    fc.assert(
      fc.property(runs, rules, (all, rule) => {
        const gone = new Set(selectRunsToClean(all, rule, now));
        for (const run of gone) {
          expect(['completed', 'failed', 'cancelled']).toContain(run.status);
          expect(Date.parse(run.endedAt ?? '')).toBeLessThan(now - rule.keepDays * day);
          const newer = all.filter((other) => other.workflowId === run.workflowId && other.startedAt >= run.startedAt);
          expect(newer.length).toBeGreaterThan(rule.keepLast);
        }
      }),
    );
  });

  it('lets go all else', () => {
    fc.assert(
      fc.property(runs, rules, (all, rule) => {
        const gone = new Set(selectRunsToClean(all, rule, now));
        for (const run of all) {
          if (gone.has(run) || run.endedAt === undefined) continue;
          const young = Date.parse(run.endedAt) >= now - rule.keepDays * day;
          const newer = all.filter((other) => other.workflowId === run.workflowId && other.startedAt > run.startedAt);
          expect(young || newer.length < rule.keepLast).toBe(true);
        }
      }),
    );
  });

  it('lets go no more when it is asked to keep more', () => {
    fc.assert(
      fc.property(runs, rules, rules, (all, rule, more) => {
        const strict = { keepDays: rule.keepDays + more.keepDays, keepLast: rule.keepLast + more.keepLast };
        const gone = new Set(selectRunsToClean(all, rule, now));
        expect(selectRunsToClean(all, strict, now).filter((run) => !gone.has(run))).toEqual([]);
      }),
    );
  });

  it('lets a run with a star stay', () => {
    const old = {
      workflowId: 'w1',
      status: 'completed',
      startedAt: formatIsoTime(0),
      endedAt: formatIsoTime(day),
    } as const;
    const starred = { ...old, id: 'b', annotations: { starred: true } } as const;
    const all = [{ ...old, id: 'a' }, starred, { ...old, id: 'c', annotations: { tags: ['x'] } }];
    expect(selectRunsToClean(all, { keepDays: 1, keepLast: 0 }, now).map(({ id }) => id)).toEqual(['a', 'c']);
  });
});
