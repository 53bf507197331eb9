import { expect, it } from 'vitest';
import type { OpenCase } from '@/cases/open-case';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { keepLastResults, mostLastResults, readLastResults, removeLastResults } from './last-results';

type Sample = Partial<OpenCase['samples'][number]>;

const openSettings = () => createMemoryStores({ now: () => 0 }).settings;
const kept: Sample = { verdict: 'passed', score: 1, asked: 0, mayAsk: false, costUsd: 0.25, run: undefined };
const asked: Sample = { ...kept, asked: 2, mayAsk: true, run: 'case-1' };
const lacking: Sample = { ...kept, verdict: 'held', mayAsk: true };
const buildCase = (id: string, ...samples: readonly Sample[]) =>
  ({ found: { id, test: {} }, samples, problem: undefined }) as unknown as OpenCase;

it('keeps what was asked, and what is kept says, but nothing of a case that was only looked at', async () => {
  const settings = openSettings();
  const keep = (now: number, ...samples: readonly Sample[]) =>
    keepLastResults(settings, 'w1', [buildCase('refund', ...samples)], now);
  const read = async () => (await readLastResults(settings, 'w1')).get('refund');
  await keep(1, lacking);
  expect(await read()).toBeUndefined();
  await keep(2, asked, asked);
  expect(await read()).toEqual({ verdict: 'passed', at: 2, asked: 4, costUsd: 0.5 });
  // The prompt is changed, and changed back: its answers are those of then.
  await keep(3, lacking, lacking);
  await keep(4, kept, kept);
  await keep(5, { ...asked, verdict: 'not run' });
  expect(await read()).toMatchObject({ at: 2, asked: 4 });
  // What is expected is changed.
  await keep(6, { ...kept, verdict: 'failed', costUsd: null });
  expect(await read()).toEqual({ verdict: 'failed', at: 6, asked: 0, costUsd: null });
  expect((await readLastResults(settings, 'w2')).size).toBe(0);
  await removeLastResults(settings, 'w1');
  expect(await read()).toBeUndefined();
});

it('keeps the cases that were run last, and no more', async () => {
  const settings = openSettings();
  const cases = Array.from({ length: mostLastResults }, (_, index) => buildCase(`mails/${index}`, asked));
  await keepLastResults(settings, 'w1', cases, 1);
  await keepLastResults(settings, 'w1', [buildCase('mails/0', asked), buildCase('refund', asked)], 2);
  const ids = [...(await readLastResults(settings, 'w1')).keys()];
  expect(ids).toHaveLength(mostLastResults);
  expect([ids[0], ...ids.slice(-2)]).toEqual(['mails/2', 'mails/0', 'refund']);
});

it.each([
  ['no record', 'passed'],
  ['a newer version', { version: 2, cases: [] }],
  ['no list', { version: 1, cases: { refund: 'passed' } }],
  ['too long a list', { version: 1, cases: Array.from({ length: mostLastResults + 1 }, () => null) }],
])('takes %s for nothing, and writes over it', async (_name, record) => {
  const settings = openSettings();
  await settings.put('last results of w1', record);
  expect((await readLastResults(settings, 'w1')).size).toBe(0);
  await keepLastResults(settings, 'w1', [buildCase('refund', asked)], 1);
  expect((await readLastResults(settings, 'w1')).size).toBe(1);
});

it('leaves out what is damaged, and keeps what stands beside it', async () => {
  const settings = openSettings();
  const good = { id: 'refund', verdict: 'passed', at: 1, asked: 0, costUsd: null };
  const damage = [{ verdict: 'not run' }, { verdict: '<b>' }, { at: 1e300 }, { at: '1' }, { asked: -1 }, { id: 7 }];
  const damaged = damage.map((part, index) => ({ ...good, id: `bad${index}`, ...part }));
  const cases = [null, [], ...damaged, good, { ...good, id: '__proto__', more: 1 }];
  await settings.put('last results of w1', { version: 1, cases });
  const { id: _id, ...result } = good;
  const read = await readLastResults(settings, 'w1');
  expect([...read]).toEqual([
    ['refund', result],
    ['__proto__', result],
  ]);
});
