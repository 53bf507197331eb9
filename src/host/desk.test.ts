import { describe, expect, it } from 'vitest';
import type { Question } from '@/engine/ports/person';
import { createDesk } from './desk';

const { signal } = new AbortController();
/** A question that takes only `yes`. */
const question: Question = {
  kind: 'input',
  path: 'task/a/attempt/1/ask/1',
  text: 'Go on?',
  problemOf: async (answer) => (answer === 'yes' ? undefined : 'Only yes is taken.'),
};

describe('a question on the desk', () => {
  it('stays open until it gets an answer that it can take', async () => {
    const desk = createDesk();
    const asked = desk.ask('run1', question, signal);
    const refused = desk.answer('run1', question.path, 'no');
    await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: 'Only yes is taken.' });
    await desk.answer('run1', question.path, 'yes');
    expect(await asked).toBe('yes');
  });

  it('takes an answer that came before it only if it can', async () => {
    const desk = createDesk();
    await desk.answer('run1', question.path, 'yes');
    expect(await desk.ask('run1', question, signal)).toBe('yes');
    await desk.answer('run1', question.path, 'no');
    const asked = desk.ask('run1', question, signal);
    await desk.answer('run1', question.path, 'yes');
    expect(await asked).toBe('yes');
  });

  it('is withdrawn with its run, whatever came before it', async () => {
    const desk = createDesk();
    const stop = new AbortController();
    const asked = desk.ask('run1', question, stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
    await desk.answer('run1', question.path, 'no');
    await expect(desk.ask('run1', question, stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
