import { expect, it } from 'vitest';
import { documentOf } from '@/workflow/sample.testing';
import { createSeveralSubject } from './several-tasks';

const document = documentOf({
  a: { model: 'sim:fast', limits: { maxTurns: 3, timeoutMs: 5 } },
  by: {
    type: 'group',
    subtasks: { b: { type: 'atomic', model: 'sim:slow', limits: { maxTurns: 3 } }, c: { type: 'atomic' } },
  },
});
const { several } = createSeveralSubject(['a', 'by/b']);

it('shows what all tasks have, and that they differ', () => {
  expect(several?.valueAt(document, ['limits', 'maxTurns'])).toBe(3);
  expect(several?.valueAt(document, ['model'])).toBeUndefined();
  expect(several?.isMixed(document, ['model'])).toBe(true);
  expect(several?.isMixed(document, ['limits', 'maxTurns'])).toBe(false);
  expect(several?.isMixed(document, ['limits', 'timeoutMs'])).toBe(true);
});

it('shows what is so now, after an edit', () => {
  const after = several?.set(['model'], 'sim:slow')(document);
  expect(after?.ok && several?.valueAt(after.value, ['model'])).toBe('sim:slow');
  expect(several?.isMixed(document, ['model'])).toBe(true);
});

it('sets one field in all, at any depth, and keeps what else each has', () => {
  const set = several?.set(['limits', 'maxTurns'], 7)(document);
  expect(set).toMatchObject({
    ok: true,
    value: {
      tasks: {
        a: { model: 'sim:fast', limits: { maxTurns: 7, timeoutMs: 5 } },
        by: { subtasks: { b: { model: 'sim:slow', limits: { maxTurns: 7 } }, c: { type: 'atomic' } } },
      },
    },
  });
  const removed = several?.set(['limits', 'maxTurns'], undefined)(document);
  expect(removed?.ok && removed.value.tasks).toMatchObject({ a: { limits: { timeoutMs: 5 } } });
  expect(removed?.ok && Object.keys(removed.value.tasks)).toEqual(['a', 'by']);
});

it('refuses what does not fit, and then changes none', () => {
  expect(several?.set(['limits', 'maxTurns'], 'many')(document).ok).toBe(false);
});
