import { expect, it } from 'vitest';
import type { Question } from '@/engine/ports/person';
import type { Follower } from '../progress/follower';
import { createTerminalPerson } from './terminal-person';

const input: Question = {
  kind: 'input',
  path: 'task/g/attempt/1/task/web/attempt/1/ask/1',
  text: 'Which \u001b[31mone?',
};
const budget: Question = {
  kind: 'budget',
  path: '',
  text: 'The budget is used up.',
  resource: 'cost',
  used: 2,
  limit: 2,
  needed: 1,
};

/** A terminal at which these answers are given, one after the other, and which notes what it shows. */
function terminal(...answers: string[]) {
  const shown: string[] = [];
  const follower: Pick<Follower, 'suspend'> = {
    suspend: () => {
      shown.push('(view gone)');
      return () => shown.push('(view back)');
    },
  };
  const ask = async (text: string) => {
    shown.push(text);
    return answers.shift() ?? '';
  };
  return { shown, person: createTerminalPerson(ask, follower as Follower) };
}

const { signal } = new AbortController();

it('asks in the name of the task, with the view out of the way, and shows nothing that a terminal would obey', async () => {
  const { person, shown } = terminal('the second');
  expect(await person.ask('run1', input, signal)).toBe('the second');
  expect(shown).toEqual(['(view gone)', 'g/web asks: Which \\u001b[31mone?\n> ', '(view back)']);
});

it('asks for a limit until it gets one that helps, or is told to stop', async () => {
  const raised = terminal('more', '2', '3.5');
  expect(await raised.person.ask('run1', budget, signal)).toBe('3.5');
  expect(raised.shown.filter((line) => line.includes('New limit in USD'))).toHaveLength(3);
  expect(await terminal(' stop ').person.ask('run1', budget, signal)).toBe('stop');
});

it('asks one question at a time', async () => {
  const { person, shown } = terminal('one', 'two');
  expect(await Promise.all([person.ask('run1', input, signal), person.ask('run1', input, signal)])).toEqual([
    'one',
    'two',
  ]);
  expect(shown.map((line) => line.slice(0, 10))).toEqual([
    '(view gone',
    'g/web asks',
    '(view back',
    '(view gone',
    'g/web asks',
    '(view back',
  ]);
});

it('goes on with the next question when one could not be asked', async () => {
  const { person } = terminal('an answer');
  const gone = new AbortController();
  gone.abort();
  const first = person.ask('run1', input, gone.signal);
  const second = person.ask('run1', input, signal);
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await second).toBe('an answer');
});
