import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { answersIn, turns, type WrittenTurn } from '../testing/calling-model.testing';
import { createWorld } from '../testing/world.testing';

const light = { inheritTools: false, tier: 'light', tools: ['spawn_task'] };
type Answer = NonNullable<NonNullable<Parameters<typeof createWorld>[0]>['answer']>;

const orchestrator = { inheritTools: false, tier: 'orchestrator', tools: ['spawn_task', 'run_pipeline'] };
const isAsker = ({ messages }: ModelRequest) => messages.some(({ content }) => content === 'Do a');

/**
 * Runs the task `a`, whose model takes these turns. All other models answer by `other`; by default with the last line
 * of their prompt.
 */
async function call(
  written: readonly WrittenTurn[],
  settings: object = {},
  other: Answer = echo,
  tier = 'orchestrator',
) {
  const answer: Answer = (request) => (isAsker(request) ? turns(...written)(request) : other(request));
  const world = createWorld({ answer });
  const status = await world.run(planOf({ a: { agent: tier === 'light' ? light : orchestrator } }, settings));
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
      'did: two',
    ]);
  });

  it('runs on the model or agent that is named, of a tier that is not above', async () => {
    const plan = ['one', 'two'];
    const seed = {
      action: 'pipeline',
      plan,
      model: 'small',
      pipeline_id: 'hanoi-001',
      state: 's',
      options: { voting_k: 1, max_retries: 3, state_template: '{state} {step} {i}/{total}' },
    };
    const agents = { small: { model: 'sim:small' }, boss: { tier: 'orchestrator', model: 'sim:boss' } };
    const { world, answers } = await call(
      [
        [{ name: 'run_pipeline', args: seed }],
        [{ name: 'spawn_task', args: { description: 'Look', model: 'sim:other' } }],
        [{ name: 'spawn_task', args: { description: 'Look', agent: 'boss' } }],
        [{ name: 'spawn_task', args: { description: 'Look', agent: 'nobody' } }],
        [{ name: 'spawn_task', args: { ref: 'evaluator', model: 'sim:other' } }],
      ],
      { agents, library: {} },
    );
    const others = world.models.requests.filter((request) => !isAsker(request));
    expect(others.map(({ model }) => model.model)).toEqual(['small', 'small', 'other', 'boss']);
    expect(others[0]?.messages.at(-1)?.content).toBe('s one 0/2');
    expect(others[0]?.messages[0]?.content).toContain('You receive a task with STATE and ACTION.');
    expect(answers.slice(-2)).toEqual([
      '! There is no agent “nobody”. There are: small, boss.',
      '! A function of the library has its own model: leave out “model”.',
    ]);
    const { world: light, answers: refusals } = await call(
      [[{ name: 'spawn_task', args: { description: 'Look', agent: 'boss' } }]],
      { agents: { ...agents } },
      echo,
      'light',
    );
    expect(light.models.requests.every(({ model }) => model.model !== 'boss')).toBe(true);
    expect(refusals).toEqual(['! “boss” is an agent of the tier orchestrator, which is above yours (light).']);
  });

  it('gives the steps of a pipeline the worker of the document’s library', async () => {
    const parameters = ['state', 'action'].map((name) => ({ name, type: 'any' }));
    const task = { type: 'atomic', model: 'sim:cheap', system: 'Be short.', description: '{{action}} of {{state}}' };
    const { world, answers } = await call([[{ name: 'run_pipeline', args: { plan: ['one'], state: '{{x}}' } }]], {
      library: { pipeline_worker: { parameters, task } },
    });
    expect(world.models.requests[1]).toMatchObject({ model: { model: 'cheap' } });
    expect(world.models.requests[1]?.messages.map(({ content }) => content)).toEqual([
      '<task_instructions>\nBe short.\n</task_instructions>',
      'one of {{x}}',
    ]);
    expect(answers).toEqual(['did: one of {{x}}']);
  });

  it('that fails is an error of the tool', async () => {
    const details = { kind: 'bad_request' };
    const failing = ({ messages }: ModelRequest) =>
      messages.some(({ content }) => content === 'Fail')
        ? new AppError('PROVIDER_ERROR', 'No such model.', { details })
        : new AppError('PROVIDER_ERROR', 'It says: no', { details, advice: 'Check the options.' });
    const fails = (description: string) => [{ name: 'spawn_task', args: { description } }];
    const { status, answers } = await call([fails('Fail'), fails('Other')], {}, failing);
    expect(status).toBe('completed');
    // What a server said may lack its full stop.
    expect(answers).toEqual(['! No such model.', '! It says: no. Check the options.']);
  });
});
