import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ApprovalAnswer } from '@/run/approval';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { HttpRequest } from '../ports/tool-client';
import { answersIn, turns } from '../testing/calling-model.testing';
import { createWorld } from '../testing/world.testing';

type World = ReturnType<typeof createWorld>;
type Options = NonNullable<Parameters<typeof createWorld>[0]>;

const parameters = { type: 'object', properties: { to: { type: 'string' }, n: { type: 'integer' } }, required: ['to'] };
const send = { http: { url: 'https://example.org/{{to}}' }, parameters };
const instanceOf = ({ log }: World, id = 'a') => reduceRun(emptyRun, log.events).tasks.get(id);
const toolEvents = ({ log }: World) => log.events.flatMap((event) => (event.kind === 'tool.called' ? [event] : []));

/** Runs tasks with the tool `send`, whose calls a person approves as given. */
async function run(
  task: object,
  answer: ApprovalAnswer | undefined,
  {
    tools = { send: { ...send, approve: true } },
    ...options
  }: Omit<Options, 'tools'> & { readonly tools?: object } = {},
) {
  const requests: HttpRequest[] = [];
  const http = async (request: HttpRequest) => {
    requests.push(request);
    return { status: 200, text: 'sent' };
  };
  const world = createWorld({
    answer: turns([{ name: 'send', args: { to: 'ann' } }], 'finished'),
    person: () => (answer === undefined ? undefined : JSON.stringify(answer)),
    ...options,
    tools: { http },
  });
  const plan = planOf({ a: task }, { tools });
  const status = await world.run(plan);
  const addresses = requests.map(({ url }) => url);
  return { world, plan, status, addresses, answers: answersIn(world.models.requests.at(-1)) };
}
const tool = { type: 'tool', tool: 'send', args: { to: 'ann' } };

describe('a call that a person approves', () => {
  it('is made only then, with the arguments that the person saw', async () => {
    const { world, status, addresses, answers } = await run({}, { approve: true });
    expect([status, addresses, answers]).toEqual(['completed', ['https://example.org/ann'], ['sent']]);
    expect(world.person.questions).toMatchObject([
      {
        kind: 'approval',
        path: 'task/a/attempt/1/turn/1/tool/1/ask/1',
        tool: 'send',
        args: { to: 'ann' },
        parameters: { required: ['to'] },
      },
    ]);
    expect(toolEvents(world)[0]?.data.approval).toBe('given');
  });

  it('can be changed, which the model is told and the log has', async () => {
    const { world, addresses, answers } = await run({}, { approve: true, arguments: { to: 'bob' } });
    expect(addresses).toEqual(['https://example.org/bob']);
    expect(answers).toEqual(['[A person changed the arguments to {"to":"bob"}]\nsent']);
    expect(toolEvents(world)[0]?.data).toMatchObject({ approval: 'changed', arguments: { text: '{"to":"bob"}' } });
    const without = await run(tool, { approve: true, arguments: { to: 'bob' } });
    expect(instanceOf(without.world)).toMatchObject({ status: 'ok', result: { text: 'sent' } });
  });

  it('can be refused, which the model is told, and which fails a tool task for good', async () => {
    const refusal = { approve: false, reason: 'Not today.' } as const;
    const { status, addresses, answers } = await run({}, refusal);
    expect([status, addresses, answers]).toEqual(['completed', [], ['! A person refused this call. Not today.']]);
    const errorHandling = { onError: 'retry', maxRetries: 3 };
    const { world, ...failed } = await run({ ...tool, errorHandling }, refusal);
    expect([failed.status, failed.addresses, world.person.questions.length]).toEqual(['failed', [], 1]);
    expect(instanceOf(world)).toMatchObject({ error: { details: { reason: 'refused' } } });
  });

  it('takes no answer that is neither, and no arguments that the tool does not take', async () => {
    const { world } = await run(tool, { approve: true });
    const { problemOf } = world.person.questions[0] ?? {};
    const said = (answer: unknown) => problemOf?.(JSON.stringify(answer));
    expect(await said({ approve: true, arguments: { to: 'bob', n: 1 } })).toBeUndefined();
    for (const wrong of [
      'yes',
      true,
      null,
      {},
      { approve: 'true' },
      { approve: false, arguments: {} },
      { approve: true, x: 1 },
    ]) {
      expect(await said(wrong)).toContain('neither');
    }
    expect(await said({ approve: true, arguments: { to: 7 } })).toContain('not what the tool takes');
    expect(await said({ approve: true, arguments: { to: 'x', __proto: 1 } })).toContain('__proto');
  });

  it('is asked about once, however often the run is resumed, and not made twice', async () => {
    const { world, plan } = await run({}, { approve: true });
    const { events } = world.log;
    const given = events.findIndex(({ kind }) => kind === 'input.provided') + 1;
    const called = events.findIndex(({ kind }) => kind === 'tool.called') + 1;
    for (const [end, made] of [
      [given, 1],
      [called, 0],
    ] as const) {
      const requests: unknown[] = [];
      const http = async (request: HttpRequest) => {
        requests.push(request);
        return { status: 200, text: 'sent' };
      };
      const answer = turns([{ name: 'send', args: { to: 'ann' } }], 'finished');
      const resumed = createWorld({ log: events.slice(0, end), answer, tools: { http } });
      expect(await resumed.run(plan)).toBe('completed');
      expect([resumed.person.questions.length, requests.length]).toEqual([0, made]);
    }
  });

  it('waits without a slot, and outside the time limit', async () => {
    let answered = () => {};
    const http = async () => ({ status: 200, text: 'sent' });
    const world = createWorld({ person: () => ({ wait: true }), tools: { http } });
    const other = { type: 'script', script: { content: 'x' }, dependsOn: [] };
    const tasks = { a: { ...tool, limits: { timeoutMs: 100 } }, other };
    const { person } = world.deps;
    const ask: typeof person.ask = () =>
      new Promise((resolve) => {
        answered = () => resolve('{"approve":true}');
      });
    world.deps.person.ask = ask;
    const running = world.run(planOf(tasks, { tools: { send: { ...send, approve: true } }, maxConcurrency: 1 }));
    const later = world.clock.sleep(60_000, world.stop.signal).then(() => answered());
    expect(await running).toBe('completed');
    await later;
    expect(world.clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(instanceOf(world, 'other')?.status).toBe('ok');
  });
});

describe('which calls are approved', () => {
  const tools = { send };
  const asked = async (task: object, settings: object = tools) =>
    (await run(task, { approve: true }, { tools: settings })).world.person.questions.length;

  it('is said by the tool, by the task, for all tools or for some, and by its containers', async () => {
    expect(await asked({})).toBe(0);
    expect(await asked({ approve: true })).toBe(1);
    expect(await asked({ approve: ['send'] })).toBe(1);
    expect(await asked({ approve: ['write_file'] })).toBe(0);
    expect(await asked({ approve: false }, { send: { ...send, approve: true } })).toBe(1);
    expect(await asked({ ...tool, approve: true })).toBe(1);
    expect(await asked({ type: 'group', approve: ['send'], subtasks: { b: { ...tool, args: { to: 'b' } } } })).toBe(1);
  });

  it('leaves out what only talks: questions and notes', async () => {
    const answer = turns([{ name: 'note', args: { text: 'x' } }], 'finished');
    const { world } = await run({ approve: true, tools: ['note'] }, { approve: true }, { answer });
    expect(world.person.questions).toEqual([]);
  });

  it('goes by the names of a server’s tools too', async () => {
    const calls: string[] = [];
    const offered = ['read', 'drop'].map((name) => ({ name, description: '', parameters: { type: 'object' } }));
    const world = createWorld({
      answer: turns([{ name: 'read' }, { name: 'drop' }, { name: 'files_list_resources' }], 'finished'),
      person: () => JSON.stringify({ approve: true }),
      tools: {
        mcpTools: async () => ({ tools: offered, problems: [], hasResources: true }),
        mcpResources: async () => ({ resources: [], templates: [], problems: [] }),
        mcpCall: async (_server, name) => {
          calls.push(name);
          return { text: name, isError: false };
        },
      },
    });
    const settings = { tools: { files: { mcp: { url: 'https://x.org', tool: '*' } } } };
    const plan = planOf({ a: { tools: ['files.*'], approve: ['files.drop', 'files_list_resources'] } }, settings);
    expect(await world.run(plan)).toBe('completed');
    expect(calls).toEqual(['read', 'drop']);
    expect(world.person.questions.map((question) => question.kind === 'approval' && question.tool)).toEqual([
      'drop',
      'files_list_resources',
    ]);
    const own = planOf(
      { a: { type: 'tool', tool: 'files.drop' } },
      { tools: { files: { approve: ['drop'], mcp: { url: 'https://x.org' } } } },
    );
    const [task] = own.tasks;
    expect(task?.type === 'tool' && task.tools[0].tool.approve).toBe(true);
  });

  it('keeps a subtask from doing unasked what its asker may not', async () => {
    const task = { approve: true, tools: ['spawn_task', 'send'], agent: { tier: 'light' } };
    const answer = turns(
      [{ name: 'spawn_task', args: { description: 'Send it' } }],
      [{ name: 'send', args: { to: 'x' } }],
      'a',
      'b',
    );
    const { world, addresses } = await run(task, { approve: true }, { answer, tools });
    const asked = world.person.questions.map((question) => question.kind === 'approval' && question.tool);
    expect(asked.slice(0, 2)).toEqual(['spawn_task', 'send']);
    expect(world.person.questions[1]?.path).toContain('/task/spawned/');
    expect(asked.filter((name) => name === 'send')).toHaveLength(addresses.length);
  });
});
