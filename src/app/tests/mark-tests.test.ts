import { expect, it } from 'vitest';
import type { TestVerdict } from '@/cases/case-verdict';
import type { JudgedCase } from '@/worker/border/tests-api';
import { buildTestMarks } from './mark-tests';
import { listShownTests } from './shown-tests';

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
  const list = (search = '', verdict = 'all') =>
    listShownTests(tests, { judged }, { search, verdict }).map(({ testId, cases, counts }) => [
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
