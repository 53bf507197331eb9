import { expect, it } from 'vitest';
import { changeExpectations } from '@/workflow/commands/change-expectations';
import type { WorkflowDocument } from '@/workflow/document';
import type { Expectation } from '@/workflow/test-case-schema';
import { getOwnTests } from '@/workflow/test-files';
import type { EvaluatedExpectation } from './evaluated-item';
import { findAcceptable } from './find-acceptable';

const tasks = [
  { taskPath: 'classify', now: 'refund', recorded: 'exchange' },
  { taskPath: 'order', now: '{"id":7}', recorded: undefined },
  { taskPath: 'loop', now: 'First', recorded: 'Other', last: 'Second' },
  { taskPath: 'long', now: 'Dear', recorded: undefined, isShortened: true as const },
];
const failed = (expectation: Expectation, saw: string): EvaluatedExpectation => ({
  ...{ expectation, state: 'failed', score: 0, reason: '', saw },
});
const accept = (expectation: Expectation, saw: string) => {
  const document = { tasks: {}, tests: { one: { expect: [expectation] } } } as WorkflowDocument;
  return findAcceptable(document, { testId: 'one', results: [failed(expectation, saw)] }, tasks).get(0);
};

it('accepts what a task gave: a text as it is, JSON as a value', () => {
  expect(accept({ type: 'equals', task: 'classify', value: 'exchange' }, 'refund')?.value).toBe('refund');
  expect(accept({ type: 'equals', task: 'order', value: { id: 6 } }, '{"id":7}')?.value).toEqual({ id: 7 });
  // Of a loop the iteration that was judged, which is the last, not the one that left its recording first.
  expect(accept({ type: 'equals', task: 'loop', value: 'x' }, 'Second')?.value).toBe('Second');
});

it('accepts the result of the run, also where what was seen is shortened', () => {
  expect(accept({ type: 'equals', value: 1 }, '{"id":7}')?.value).toEqual({ id: 7 });
  expect(accept({ type: 'equals', value: 1 }, 'ref…')?.value).toBe('refund');
});

it('accepts bounds, also very small ones', () => {
  expect(accept({ type: 'cost', threshold: 0 }, '0.0042 USD')).toEqual({ type: 'cost', threshold: 0.0042 });
  expect(accept({ type: 'cost', threshold: 0 }, '1.5e-7 USD')?.threshold).toBe(1.5e-7);
  expect(accept({ type: 'tokens', threshold: 1 }, '412 tokens')?.threshold).toBe(412);
  expect(accept({ type: 'latency', threshold: 1 }, '1200 ms')?.threshold).toBe(1200);
});

it('leaves to a person what cannot be read whole, or says no result', () => {
  expect(accept({ type: 'equals', task: 'long', value: 'x' }, 'Dear')).toBeUndefined();
  expect(accept({ type: 'equals', task: 'each@2', value: 'x' }, 'refund')).toBeUndefined();
  expect(accept({ type: 'contains', value: 'x' }, 'refund')).toBeUndefined();
});

it('changes what the test itself expects, and neither what the defaults nor what rows expect', () => {
  const mine: Expectation = { type: 'tokens', threshold: 5 };
  const shared: Expectation = { type: 'tokens', threshold: 1 };
  const own = [{ type: 'status', value: 'COMPLETE' }, mine];
  const document = {
    ...{ tasks: {}, testDefaults: { expect: [shared] } },
    tests: { one: { expect: own }, each: { rows: 'a.csv', expect: own } },
  } as WorkflowDocument;
  const passed = { ...failed({ type: 'status', value: 'COMPLETE' }, ''), state: 'passed' as const };
  const results = [failed(shared, '9 tokens'), passed, failed(mine, '9 tokens')];
  expect(findAcceptable(document, { testId: 'each', results }, tasks).size).toBe(0);
  const expected = findAcceptable(document, { testId: 'one', results }, tasks);
  expect([...expected]).toEqual([[1, { type: 'tokens', threshold: 9 }]]);
  const changed = changeExpectations(document, { id: 'one', expected });
  expect(changed.ok && getOwnTests(changed.value)['one']?.expect).toEqual([
    { type: 'status', value: 'COMPLETE' },
    { type: 'tokens', threshold: 9 },
  ]);
  expect(changed.ok && changed.value.testDefaults).toEqual({ expect: [shared] });
  expect(changeExpectations(document, { id: 'one', expected: new Map([[2, mine]]) }).ok).toBe(false);
});
