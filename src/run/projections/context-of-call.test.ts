import { expect, it } from 'vitest';
import type { EventDraft } from '../events';
import { called, runOf } from '../run-of.testing';
import { listCompactions } from './compactions-of';
import { findContextPlan } from './plan-of';

const planned = (path: string, result: string): EventDraft => ({
  kind: 'context.planned',
  path,
  result,
  data: { tasks: 1, bytes: 5, candidates: 1, told: ['x'], relevance: 1 },
});
const compacted = (path: string, of: 'history' | 'conversation', tasks: string[] = []): EventDraft => ({
  kind: 'compaction.done',
  path,
  result: 'short',
  data: {
    of,
    trigger: 'on_complete',
    strategy: 'moderate',
    preserve: ['outputs'],
    by: 'template',
    tasks,
    before: { text: '[]', length: 2 },
    messages: 2,
    tokensBefore: 20,
    tokensAfter: 5,
  },
});

it('finds the context plan of the attempt that a call is of', () => {
  const run = runOf(
    planned('task/a/attempt/1/context/1', 'first'),
    called('task/a/attempt/1/turn/1'),
    planned('task/a/attempt/2', 'second'),
    called('task/a/attempt/2/turn/1'),
    called('task/b/attempt/1/turn/1'),
  );
  const plans = ['a', 'b']
    .flatMap((taskPath) => run.calls.get(taskPath) ?? [])
    .map((call) => findContextPlan(run, call)?.plan.text);
  expect(plans).toEqual(['first', 'second', undefined]);
});

it('tells a call of the compactions before it: of its own conversation, and of the history if it is sent one', () => {
  const run = runOf(
    compacted('compact/x-1', 'history', ['task/x']),
    compacted('compact/y-1', 'history', ['task/y']),
    compacted('compact/x-2', 'history', ['task/x']),
    compacted('task/a/attempt/1/turn/2/compact/1', 'conversation'),
    called('task/a/attempt/1/turn/2'),
    compacted('task/a/attempt/1/turn/3/compact/1', 'conversation'),
    compacted('compact/x-3', 'history', ['task/x']),
  );
  const [call] = run.calls.get('a') ?? [];
  const told = (history?: { from: string[]; text: string }) => call && listCompactions(run, call, history);
  const history = { from: ['x'], text: '<task id="x" compacted="true">\nshort\n</task>' };
  expect(told(history)?.history.map(({ path }) => path)).toEqual(['compact/x-2']);
  expect(told({ ...history, text: 'as it was' })?.history).toEqual([]);
  expect(told()).toMatchObject({ conversation: { path: 'task/a/attempt/1/turn/2/compact/1' }, history: [] });
});
