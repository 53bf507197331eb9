import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { promptOf } from '../testing/nested.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';
import { TaskRanges } from './task-ranges';

const agents = { full: { model: 'sim:full', contextTransfer: 'full' } };
const off = { mode: 'none' };
const listener = (description: string, more: object = {}) => ({
  type: 'atomic',
  description,
  agent: 'full',
  context: off,
  ...more,
});
const say = (description: string) => ({ type: 'atomic', description, context: off });

/** The names of the tasks in the history of each of the agent's calls, by the last line of the prompt. */
function historiesIn(world: World): Readonly<Record<string, readonly string[]>> {
  const requests = world.models.requests.filter(({ model }) => model.model === 'full');
  return Object.fromEntries(
    requests.map((request) => {
      const names = [...promptOf(request).matchAll(/<task id="([^"]+)"/g)].map(([, name = '']) => name);
      return [promptOf(request).split('\n').at(-1), names];
    }),
  );
}

async function ran(
  tasks: Readonly<Record<string, object>>,
  settings: object = {},
  around: Parameters<typeof createWorld>[0] = {},
) {
  const world = createWorld(around);
  expect(await world.run(planOf(tasks, { agents, ...settings }))).toBe('completed');
  return historiesIn(world);
}

describe('the history of a task', () => {
  it('is what it depends on, be it through others, and nothing beside it', async () => {
    const tasks = {
      a: say('A'),
      b: { ...say('B'), dependsOn: ['a'] },
      other: say('C'),
      last: listener('L', { dependsOn: ['b'] }),
    };
    expect(await ran(tasks)).toEqual({ L: ['a', 'b'] });
  });

  it('is of a step the steps before it, and what the sequence depends on', async () => {
    const steps = [
      { id: 's1', ...say('S1') },
      { id: 's2', ...listener('S2') },
      { id: 's3', ...listener('S3') },
    ];
    const beside = { other: say('O'), next: say('N') };
    expect(await ran({ ...beside, a: say('A'), seq: { type: 'sequential', steps, dependsOn: ['a'] } })).toEqual({
      S2: ['a', 'seq/s1'],
      S3: ['a', 'seq/s1', 'seq/s2'],
    });
  });

  it('has of a composite what ran within it, round by round and item by item, in the order of completion', async () => {
    const each = { type: 'map', items: ['x', 'y'], maxConcurrency: 1, innerTask: say('I {{item}}') };
    const again = { ...say('R'), loop: { type: 'repeat', count: 2 } };
    const loop = { type: 'sequential', steps: [{ id: 's', ...say('S') }], loop: { type: 'repeat', count: 2 } };
    const tasks = { each, again: { ...again, dependsOn: ['each'] }, loop: { ...loop, dependsOn: ['again'] } };
    expect(await ran({ ...tasks, last: listener('L', { dependsOn: ['loop'] }) })).toEqual({
      L: ['each[0]/inner_task', 'each[1]/inner_task', 'again', 'loop[1]/s', 'loop[2]/s'],
    });
  });

  it('has of a task its own words only, not those of its inputs and of what its model had done', async () => {
    const a = { ...say('A {{x}}'), inputs: { x: { task: say('Input') } }, agent: 'helper', tools: ['spawn_task'] };
    const helper = { model: 'sim:helper', tier: 'light' };
    const answer = (request: ModelRequest): Scripted => {
      const isHelper = request.model.model === 'helper' && request.tools !== undefined;
      const spawned = request.messages.some(({ role }) => role === 'tool');
      if (!isHelper || spawned || !promptOf(request).startsWith('A ')) return 'ok';
      const call = { id: '1', name: 'spawn_task', arguments: JSON.stringify({ description: 'Spawned' }) };
      return { content: '', finishReason: 'tool_calls', toolCalls: [call] };
    };
    const tasks = { a, last: listener('L', { dependsOn: ['a'] }) };
    expect(await ran(tasks, { agents: { ...agents, helper } }, { answer })).toEqual({ L: ['a'] });
  });

  it('ends where a definition of the library begins, which sees nothing of what is around it', async () => {
    const steps = [
      { id: 's', ...say('S') },
      { id: 't', ...listener('T') },
    ];
    const library = { f: { task: { type: 'sequential', steps } } };
    const tasks = {
      a: say('A'),
      c: { type: 'call', ref: 'f', dependsOn: ['a'] },
      last: listener('L', { dependsOn: ['c'] }),
    };
    const names = await ran(tasks, { library });
    expect(names['T']).toHaveLength(1);
    expect(names['L']?.[0]).toBe('a');
    expect(names['L']).toHaveLength(3);
  });

  it('keeps the parts of a composite that completed before it was tried again', async () => {
    let tries = 0;
    const script = () => ({ stdout: 'printed', exitCode: ++tries < 3 ? 1 : 0 });
    const steps = [
      { id: 's1', ...say('S1') },
      { id: 's2', type: 'script', script: { content: 'x' } },
      { id: 's3', ...listener('S3') },
    ];
    const errorHandling = { onError: 'retry', maxRetries: 3, backoff: 'linear' };
    const names = await ran({ seq: { type: 'sequential', steps, errorHandling } }, {}, { script });
    expect([tries, names['S3']]).toEqual([3, ['seq/s1', 'seq/s2']]);
  });
});

it('ranges are in the order in which their tasks completed, in whatever order they are added', () => {
  const end = (path: string) => ({ kind: 'task.completed' as const, path, data: {}, result: path });
  const earlier = new Map(['task/c', 'task/a', 'task/b'].map((path) => [path, end(path)]));
  const orders: Readonly<Record<string, number>> = { 'task/a': 1, 'task/b': 2, 'task/c': 4, 'task/d': 3 };
  const ranges = new TaskRanges({ ended: earlier } as never, ({ path }) => orders[path] ?? 0);
  ranges.add(end('task/d') as never, 3);
  expect(ranges.all().map(({ name }) => name)).toEqual(['a', 'b', 'd', 'c']);
  expect(ranges.within(new Set(['task/c', 'task/b'])).map(({ name }) => name)).toEqual(['b', 'c']);
});
