import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { createWorld, type World } from '../testing/world.testing';

function said(request: ModelRequest | undefined): string {
  return request?.messages.map(({ content }) => content).join('\n') ?? '';
}

function endOf(world: World, path = 'task/c') {
  return world.log.events.find((event) => event.path === path && /^task\.(completed|failed)$/.test(event.kind));
}

const greet = {
  parameters: [
    { name: 'who', type: 'string' },
    { name: 'tone', type: 'string', default: 'kind' },
  ],
  task: { type: 'atomic', description: 'Greet {{who}} from {{PLACE}}' },
};
const settings = { variables: { PLACE: 'Delft' }, library: { greet } };

describe('a call', () => {
  it('runs a definition with its arguments, evaluated where it is called, at a place of its own', async () => {
    const world = createWorld({ answer: () => 'Hello' });
    const c = { type: 'call', ref: 'greet', args: { who: { from: 'name' } }, inputs: { name: 'Ada' } };
    expect(await world.run(planOf({ c }, settings))).toBe('completed');
    expect(endOf(world)).toMatchObject({ result: 'Hello' });
    const [request] = world.models.requests;
    expect(request?.idempotencyKey).toBe('run1/task/c/attempt/1/call/greet/task/task/attempt/1/turn/1');
    expect(said(request)).toContain('Greet Ada from Delft');
    // Parameters that the prompt does not use are listed as inputs.
    expect(said(request)).toContain('<tone>kind</tone>');
    expect(said(request)).not.toContain('<who>');
  });

  it('takes anything where the type of its result is a word for people', async () => {
    const odd = { ...greet, returns: { type: 'ProcessedData', description: 'What was processed' } };
    const world = createWorld({ answer: () => 'Hello' });
    const c = { type: 'call', ref: 'odd', args: { who: 'Ada' } };
    expect(await world.run(planOf({ c }, { ...settings, library: { odd } }))).toBe('completed');
    expect(world.models.requests).toHaveLength(1);
  });

  it('sees nothing of its caller', async () => {
    const world = createWorld();
    const condition = 'size(inputs) > 0 || size(tasks) > 0 || "secret" in variables';
    const spy = { task: { type: 'atomic', description: 'Spy', condition } };
    const call = { type: 'call', ref: 'spy', inputs: { secret: 'x' } };
    const steps = [{ type: 'script', id: 'before', script: { content: 'x' } }, call];
    const c = { type: 'sequential', variables: { secret: 'y' }, steps };
    await world.run(planOf({ c }, { library: { spy } }));
    expect(world.models.requests).toEqual([]);
  });

  it('reads JSON out of text where a parameter is no string, and refuses what is of another type', async () => {
    const add = {
      parameters: [{ name: 'list', type: 'array' }],
      task: { type: 'script', script: { content: 'x' }, inputs: { first: { from: 'list[0]' } } },
    };
    const call = (text: string) => ({ c: { type: 'call', ref: 'add', args: { list: '{{t}}' }, inputs: { t: text } } });
    const good = createWorld();
    expect(await good.run(planOf(call('[7, 8]'), { library: { add } }))).toBe('completed');
    expect(good.scripts[0]?.env).toEqual({ first: '7' });
    const bad = createWorld();
    expect(await bad.run(planOf(call('seven'), { library: { add } }))).toBe('failed');
    expect(endOf(bad)).toMatchObject({
      error: {
        code: 'TASK_FAILURE',
        message: '“list” of “add” must be of the type array.',
        details: { reason: 'argument' },
      },
    });
  });

  it('fails if the result is not what the definition says it returns', async () => {
    const count = { returns: { type: 'object', required: ['n'] }, task: { type: 'atomic', description: 'Count' } };
    const c = { type: 'call', ref: 'count' };
    const bad = createWorld({ answer: () => '{"m": 1}' });
    expect(await bad.run(planOf({ c }, { library: { count } }))).toBe('failed');
    expect(endOf(bad)).toMatchObject({ error: { code: 'INVALID_OUTPUT' } });
    const good = createWorld({ answer: () => '{"n": 1}' });
    expect(await good.run(planOf({ c }, { library: { count } }))).toBe('completed');
    // Text that looks like a number is still text.
    const text = { returns: { type: 'string' }, task: { type: 'atomic', description: 'Say' } };
    const number = createWorld({ answer: () => '42' });
    expect(await number.run(planOf({ c: { type: 'call', ref: 'text' } }, { library: { text } }))).toBe('completed');
  });

  it('is told clearly of a function that calls itself without end, and the rest of the run goes on', async () => {
    const ping = { task: { type: 'call', ref: 'pong' } };
    const pong = { task: { type: 'sequential', steps: [{ type: 'call', ref: 'ping' }] } };
    const world = createWorld();
    const plan = planOf({ c: { type: 'call', ref: 'ping' }, other: {} }, { library: { ping, pong } });
    expect(await world.run(plan)).toBe('failed');
    expect(endOf(world)?.error).toMatchObject({ code: 'TASK_FAILURE', details: { reason: 'call_depth', limit: 32 } });
    expect(endOf(world)?.error?.message).toMatch(/calls itself without end: … → ping → pong → ping/);
    expect(endOf(world, 'task/other')).toMatchObject({ kind: 'task.completed' });
  });

  it('calls itself as long as a condition lets it', async () => {
    const down = {
      parameters: [{ name: 'n', type: 'number' }],
      task: {
        type: 'cond',
        cases: [
          {
            test: 'inputs.n > 0',
            task: {
              type: 'sequential',
              steps: [
                { type: 'script', id: 'less', script: { content: 'dec' }, inputs: { n: { from: 'n' } } },
                { type: 'call', ref: 'down', args: { n: { from: 'less' } } },
              ],
            },
          },
        ],
        else: { type: 'atomic', description: 'Lift off at {{n}}' },
      },
    };
    const world = createWorld({
      answer: (request) => said(request).match(/Lift off at \d/)?.[0] ?? '',
      script: ({ env }) => ({ stdout: String(Number(env['n']) - 1) }),
    });
    expect(await world.run(planOf({ c: { type: 'call', ref: 'down', args: { n: 3 } } }, { library: { down } }))).toBe(
      'completed',
    );
    expect(endOf(world)).toMatchObject({ result: 'Lift off at 0' });
    expect(world.scripts).toHaveLength(3);
  });

  it('runs a built-in definition, on the default model, unless the document has its own', async () => {
    const c = { type: 'call', ref: 'summarizer', args: { text: 'A long tale', max_characters: 10 } };
    const world = createWorld({ answer: () => 'Tale' });
    expect(await world.run(planOf({ c }))).toBe('completed');
    expect(said(world.models.requests[0])).toContain('TEXT:\nA long tale');
    const own = { parameters: [{ name: 'text' }], task: { type: 'atomic', description: 'Mine: {{text}}' } };
    const other = createWorld();
    await other.run(planOf({ c: { ...c, args: { text: 'x' } } }, { library: { summarizer: own } }));
    expect(said(other.models.requests[0])).toContain('Mine: x');
  });
});
