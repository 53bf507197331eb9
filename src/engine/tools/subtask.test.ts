import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { answersIn, turns, type WrittenTurn } from '../testing/calling-model.testing';
import { createWorld } from '../testing/world.testing';

type Answer = NonNullable<NonNullable<Parameters<typeof createWorld>[0]>['answer']>;

const orchestrator = { inheritTools: false, tier: 'orchestrator', tools: ['spawn_task', 'run_pipeline'] };
const isAsker = ({ messages }: ModelRequest) => messages.some(({ content }) => content === 'Do a');

/**
 * Runs the task `a`, whose model takes these turns. All other models answer by `other`; by default with the last line
 * of their prompt.
 */
async function call(written: readonly WrittenTurn[], settings: object = {}, other: Answer = echo) {
  const answer: Answer = (request) => (isAsker(request) ? turns(...written)(request) : other(request));
  const world = createWorld({ answer });
  const status = await world.run(planOf({ a: { agent: orchestrator } }, settings));
  return { world, status, answers: answersIn(world.models.requests.findLast(isAsker)) };
}

function echo({ messages }: ModelRequest): string {
  return `did: ${messages.at(-1)?.content.split('\n').at(-1)}`;
}

describe('a subtask', () => {
  it('is a conversation of its own, seen in the run, that sees only what it is given', async () => {
    const args = { description: 'Sum {{x}} up', inputs: { n: 3 } };
    const { world, answers } = await call([[{ name: 'spawn_task', args }]]);
    expect(answers).toEqual(['did: Sum {{x}} up']);
    expect(world.models.requests[1]?.messages).toEqual([
      { role: 'user', content: '<inputs>\n  <n>3</n>\n</inputs>\n\nSum {{x}} up' },
    ]);
    const path = 'task/a/attempt/1/turn/1/tool/1/task/spawned';
    expect(world.log.events.filter((event) => event.path === path).map(({ kind }) => kind)).toEqual([
      'task.started',
      'task.completed',
    ]);
    const end = world.log.events.findLast((event) => event.kind === 'task.completed');
    expect(end).toMatchObject({ path: 'task/a', data: { usage: { inputTokens: 30 } } });
  });

  it('may be a function of the library, or a pipeline, also where only one call may be made at a time', async () => {
    const parameters = [{ name: 'text', type: 'string' }];
    const shout = { parameters, task: { type: 'atomic', description: 'Shout {{text}}' } };
    const { answers } = await call(
      [
        [
          { name: 'spawn_task', args: { ref: 'shout', inputs: { text: 'hey' } } },
          { name: 'spawn_task', args: { ref: 'shout' } },
          { name: 'spawn_task', args: { ref: 'whisper' } },
          { name: 'spawn_task' },
        ],
        [{ name: 'run_pipeline', args: { plan: ['one', 'two'], state: 'none', voting: { k: 1 } } }],
      ],
      { library: { shout }, maxConcurrency: 1 },
    );
    expect(answers).toEqual([
      'did: Shout hey',
      expect.stringMatching(/^! “shout” needs text too/),
      expect.stringMatching(/^! The library has no “whisper”\. It has: shout/),
      '! Give a description or a ref.',
      'did: Return only the new state.',
    ]);
  });

  it('that fails is an error of the tool', async () => {
    const failing = () => new AppError('PROVIDER_ERROR', 'No such model.', { details: { kind: 'bad_request' } });
    const { status, answers } = await call([[{ name: 'spawn_task', args: { description: 'Fail' } }]], {}, failing);
    expect(status).toBe('completed');
    expect(answers).toEqual(['! No such model.']);
  });
});
