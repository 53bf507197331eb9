import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { readRecording } from '../log/recording';
import type { ModelRequest } from '../ports/model-client';
import { turns } from '../testing/calling-model.testing';
import { createWorld } from '../testing/world.testing';

const agents = { thinker: { reasoningEffort: 'high' }, matcher: { reasoningEffort: 'minimal' } };

/** The efforts in all requests to a model while a task runs, whatever part of the engine asks. */
async function effortsOf(task: object, answer: Parameters<typeof createWorld>[0] = {}, settings: object = {}) {
  const world = createWorld(answer);
  await world.run(planOf({ a: task }, { agents, ...settings }));
  return world.models.requests.map(({ reasoningEffort }) => reasoningEffort);
}

describe('the effort of a task', () => {
  it('is its own, else that of its agent, else none is asked for', async () => {
    expect(await effortsOf({ agent: 'thinker', reasoningEffort: 'low' })).toEqual(['low']);
    expect(await effortsOf({ agent: 'thinker' })).toEqual(['high']);
    expect(await effortsOf({ agent: { reasoningEffort: 'none' } })).toEqual(['none']);
    const world = createWorld();
    await world.run(planOf({ a: {} }));
    expect(world.models.requests[0]).not.toHaveProperty('reasoningEffort');
  });

  it('is that of each step of a pipeline, each sample of a vote and each match', async () => {
    const pipeline = { type: 'pipeline', agent: 'thinker', plan: ['one', 'two'], state: '' };
    expect(await effortsOf(pipeline)).toEqual(['high', 'high']);
    expect(await effortsOf({ reasoningEffort: 'max', voting: { k: 2 } })).toEqual(['max', 'max']);
    const memory = { memory: { index: { '/a.md': 'looms' } } };
    const answer = () => JSON.stringify({ matches: [] });
    const find = { type: 'associative_memory', query: 'looms' };
    expect(await effortsOf(find, { answer }, memory)).toEqual(['minimal']);
    expect(await effortsOf({ ...find, reasoningEffort: 'xhigh' }, { answer }, memory)).toEqual(['xhigh']);
  });

  it('goes with its model to the tasks that the model starts', async () => {
    const agent = { tier: 'orchestrator', tools: ['spawn_task', 'run_pipeline'] };
    const spawned = { name: 'spawn_task', args: { description: 'Part' } };
    const stepped = { name: 'run_pipeline', args: { plan: ['Step'], state: '' } };
    const answer = (request: ModelRequest) =>
      request.messages[0]?.content === 'Do a' ? turns([spawned, stepped])(request) : 'ok';
    expect(await effortsOf({ agent, reasoningEffort: 'low' }, { answer })).toEqual(['low', 'low', 'low', 'low']);
  });

  it('goes to the tasks that stand for it, whatever is written in them', async () => {
    const part = '<task id="x"><description>Part</description><reasoning_effort>max</reasoning_effort></task>';
    const answer = ({ idempotencyKey }: ModelRequest) =>
      /reparse\/1\/turn/.test(idempotencyKey)
        ? part
        : idempotencyKey.includes('/task/x/')
          ? 'Done.'
          : ({ content: 'Half', finishReason: 'length' } as const);
    for (const [task, effort] of [
      [{ reasoningEffort: 'low' }, 'low'],
      [{ agent: 'thinker', reasoningEffort: 'low' }, 'low'],
      [{ agent: 'thinker' }, 'high'],
      [{}, undefined],
    ] as const) {
      expect(await effortsOf({ ...task, reparse: {} }, { answer })).toEqual([effort, undefined, effort]);
    }
  });

  it('is part of what is asked: a recording with another is not taken', async () => {
    const before = createWorld();
    await before.run(planOf({ a: { reasoningEffort: 'low' } }));
    for (const [effort, calls] of [
      ['low', 0],
      ['high', 1],
    ] as const) {
      const world = createWorld();
      const recording = await readRecording(before.log.events, async () => undefined);
      await world.run(planOf({ a: { reasoningEffort: effort } }), recording);
      expect(world.models.requests).toHaveLength(calls);
    }
  });
});
