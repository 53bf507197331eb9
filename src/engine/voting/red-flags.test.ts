import { expect, it } from 'vitest';
import type { PlannedVoting } from '@/plan/plan';
import { normalizeAnswer } from './normalize-answer';
import { createRedFlagTest, isRedFlag } from './red-flags';

const failure = (code: string, details: object = {}) => ({ code, message: '', retryable: true, details }) as never;

it('a sample is flagged if it is empty, longer than allowed, of a forbidden form, or not what was asked for', () => {
  const isFlagged = createRedFlagTest({
    redFlags: { maxTokens: 10, patterns: ['^sorry', 'maybe'] },
  } as unknown as PlannedVoting);
  const sample = (more: object) => isFlagged({ content: 'fine', outputTokens: 10, failure: undefined, ...more });
  expect(sample({})).toBe(false);
  expect(sample({ outputTokens: 11 })).toBe(true);
  expect(sample({ outputTokens: undefined })).toBe(false);
  expect(['', ' \n', 'sorry', 'so sorry', 'or maybe not'].map((content) => sample({ content }))).toEqual([
    ...[true, true, true, false, true],
  ]);
  expect(sample({ failure: failure('INVALID_OUTPUT') })).toBe(true);
  expect(sample({ failure: failure('TASK_FAILURE') })).toBe(false);
  const free = createRedFlagTest({ redFlags: { patterns: [] } } as unknown as PlannedVoting);
  expect(free({ content: 'x', outputTokens: 1e9, failure: undefined })).toBe(false);
});

it('a failure concerns one sample alone if its output is wrong, cut off or filtered', () => {
  for (const [code, details, flagged] of [
    ['INVALID_OUTPUT', {}, true],
    ['RESOURCE_EXHAUSTION', { resource: 'output' }, true],
    ['RESOURCE_EXHAUSTION', { resource: 'tokens' }, false],
    ['PROVIDER_ERROR', { kind: 'content_filter' }, true],
    ['PROVIDER_ERROR', { kind: 'overloaded' }, false],
    ['TASK_FAILURE', { kind: 'content_filter' }, false],
  ] as const) {
    expect(isRedFlag(failure(code, details))).toBe(flagged);
  }
});

it('answers are compared as they are, without blanks around them, or by their value', () => {
  const of = (normalize: PlannedVoting['normalize'], content: string, schema?: object) =>
    normalizeAnswer(content, normalize, schema as never);
  expect([of('none', ' a '), of('trim', ' a ')]).toEqual([' a ', 'a']);
  expect(of('json', ' 12.0\n')).toBe(of('json', '12'));
  expect(of('json', '{"b":1,"a":2}', { type: 'object' })).toBe(
    of('json', '```json\n{"a": 2, "b": 1}\n```', { type: 'object' }),
  );
  expect(of('json', '12', { type: 'string' })).not.toBe(of('json', '12.0', { type: 'string' }));
});
