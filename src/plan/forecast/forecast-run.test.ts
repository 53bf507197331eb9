import { expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import type { Plan } from '../plan';
import { planOf } from '../plan.testing';
import type { EarlierTask } from './forecast';
import { forecastAfter } from './forecast-run';

const done: EarlierTask = { status: 'completed', hasFailed: false, told: [] };
const ended = ['use', 'use/call:greet/task'];

/** A plan as it is stored: read again, its keys have another order. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, stored(one)]),
  );
}

it('takes over all of a run whose stored plan has its keys in another order', () => {
  const plan = planOf(
    { use: { type: 'call', ref: 'greet', args: { who: 'Ada' } } },
    {
      variables: { WHERE: { town: 'Leiden', street: 'Rapenburg' } },
      library: {
        greet: {
          description: 'Greets.',
          parameters: [{ name: 'who', type: 'string' }],
          task: { type: 'atomic', description: 'Greet {{who}} in {{WHERE}}' },
        },
      },
    },
  );
  const earlier = [{ id: 'r', plan: stored(plan) as Plan, tasks: new Map(ended.map((id) => [id, done])) }];
  expect(forecastAfter(plan, earlier)).toMatchObject({ kept: 1, asked: 0 });
});

it('follows functions that call one another as far as the earlier run reached them', () => {
  const makePlan = (description: string) => {
    const call = (ref: string) => ({ type: 'call', ref, condition: '1 == 1' });
    const task = { type: 'group', subtasks: { say: { type: 'atomic', description }, f: call('f'), g: call('g') } };
    return planOf({ a: { type: 'call', ref: 'f' } }, { library: { f: { task }, g: { task } } });
  };
  const at = 'a/call:f/task';
  const ran = ['a', at, `${at}/say`, `${at}/f`, `${at}/f/call:f/task`, `${at}/f/call:f/task/say`];
  const tasks = new Map(ran.map((id) => [id, done]));
  const forecast = forecastAfter(makePlan('Say it again'), [{ id: 'r', plan: makePlan('Say it'), tasks }]);
  expect(forecast).toMatchObject({ kept: 0, asked: 1 });
  expect(forecast?.tasks.get(`${at}/f/call:f/task/say`)?.forecast).toBe('asked');
  expect(forecast?.tasks.get(`${at}/f/call:f/task/f/call:f/task`)).toBeUndefined();
});

it('a pin of the very text that was recorded changes nothing for what reads it', () => {
  const say = 'One line, or more. '.repeat(200);
  const makePlan = (pinned?: unknown, settings: object = {}) =>
    planOf(
      {
        a: { description: 'A', ...(pinned === undefined ? {} : { pinned }) },
        b: { description: '{{a}}', dependsOn: ['a'] },
      },
      settings,
    );
  const forecast = (pinned: unknown, result: EarlierTask['result'], settings: object = {}, more: object = {}) => {
    const a = { ...done, ...(result && { result }), ...more };
    const earlier = [
      {
        id: 'r',
        plan: makePlan(undefined, settings),
        tasks: new Map([
          ['a', a],
          ['b', done],
        ]),
      },
    ];
    return forecastAfter(makePlan(pinned, settings), earlier)?.tasks.get('b')?.forecast;
  };
  const short = { text: 'Yes', length: 3 };
  const long = { text: say.slice(0, 2000), length: say.length, ref: hashText(say) };
  expect([forecast('Yes', short), forecast(say, long), forecast(true, undefined)]).toEqual(['kept', 'kept', 'kept']);
  for (const [pinned, result] of [
    ['Yes!', short],
    ['Yea', short],
    [say.replace(/.$/, '!'), long],
    ['Yes', undefined],
  ] as const)
    expect(forecast(pinned, result), pinned).toBe('maybe');
  // What was said in a task is not in its pin, and a failure that counts as completed has no text of its own.
  expect(forecast('Yes', short, { agents: { x: { contextTransfer: 'full' } } })).toBe('maybe');
  expect(forecast('Yes', short, {}, { hasFailed: true })).toBe('maybe');
});
