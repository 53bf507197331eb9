import { expect, it } from 'vitest';
import type { TestVerdict } from '@/cases/case-verdict';
import type { JudgedCase } from '@/worker/border/tests-api';
import { buildTestMarks } from './mark-tests';
import { describeLast, getShownVerdict, listShownTests } from './shown-tests';

const judge = (id: string, verdict: TestVerdict, failedAt?: string): [string, JudgedCase] => [
  id,
  {
    id,
    testId: id.split('/')[0],
    verdict,
    failedAt,
    tags: [],
    isThrough: verdict === 'passed',
  } as unknown as JudgedCase,
];
const judged = new Map([
  judge('refund', 'passed'),
  judge('mails/1', 'passed'),
  judge('mails/2', 'failed', 'classify'),
  judge('mails/3', 'passed'),
  judge('mails/4', 'error', 'classify'),
  judge('wrong', 'failed', 'answer'),
  judge('later', 'held'),
]);

it('counts the cases that failed at each task, and says of each test how its cases stand', () => {
  const { failedAt, verdicts } = buildTestMarks(judged);
  expect(Object.fromEntries(failedAt)).toEqual({ classify: 2, answer: 1 });
  expect(Object.fromEntries(verdicts)).toEqual({
    refund: { tone: 'passed', said: 'passed' },
    mails: { tone: 'failed', said: '2 passed, 1 failed, 1 error' },
    wrong: { tone: 'failed', said: 'failed' },
    later: { tone: 'open', said: 'held' },
  });
});

it('lists the rows of a test together, those that did not pass first, as a search and a verdict leave them', () => {
  const tests = { refund: {}, mails: { rows: 'mails.csv' }, unjudged: {} };
  const state = { judged, last: new Map(), activity: 'idle' };
  const list = (search = '', verdict = 'all') =>
    listShownTests(tests, state, { search, verdict }).map(({ testId, cases, counts }) => [
      testId,
      cases.map(({ name }) => name).join(' '),
      Object.fromEntries(counts),
    ]);
  expect(list()).toEqual([
    ['refund', 'refund', { passed: 1 }],
    ['mails', '2 4 1 3', { passed: 2, failed: 1, error: 1 }],
    ['unjudged', 'unjudged', {}],
  ]);
  expect(list('', 'failed')).toEqual([['mails', '2', { failed: 1 }]]);
  expect(list('MAILS/4')).toEqual([['mails', '4', { error: 1 }]]);
});

it('shows what a case said the last time until it is judged, and a row that is gone only until then', () => {
  const tests = { refund: {}, mails: { rows: 'mails.csv' }, unjudged: {} };
  const kept = { at: 0, asked: 2, costUsd: 0.5 };
  const last = new Map(
    ['refund', 'mails/1', 'mails/9', 'unjudged'].map((id) => [id, { ...kept, verdict: 'flaky' as const }]),
  );
  const list = (activity: string) =>
    listShownTests(tests, { judged, last, activity }, { search: '', verdict: 'all' }).flatMap(({ cases }) =>
      cases.map((one) => `${one.id} ${getShownVerdict(one)}`),
    );
  const known = ['mails/2 failed', 'mails/4 error'];
  const passed = ['mails/1 passed', 'mails/3 passed'];
  expect(list('judging')).toEqual(['refund passed', ...known, 'mails/9 flaky', ...passed, 'unjudged flaky']);
  expect(list('idle')).toEqual(['refund passed', ...known, ...passed, 'unjudged flaky']);
  expect(describeLast({ ...kept, verdict: 'flaky' })).toMatch(
    /^Last run here: flaky, .*1970, 2 calls asked, its run cost ≈ \$0\.50$/,
  );
  expect(describeLast({ ...kept, verdict: 'held', costUsd: null })).toMatch(/2 calls asked, price not known$/);
  expect(describeLast({ ...kept, verdict: 'passed', asked: 0 })).toMatch(/answered by what is kept$/);
});
