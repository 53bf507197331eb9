import { describe, expect, it } from 'vitest';
import { findOwnChange } from '@/plan/forecast/own-change';
import { planOf } from '@/plan/plan.testing';
import { runEventSchema } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { HttpRequest } from '../ports/tool-client';
import { createWorld } from '../testing/world.testing';

type World = ReturnType<typeof createWorld>;
type Options = NonNullable<Parameters<typeof createWorld>[0]>;
const instanceOf = ({ log }: World, id: string) => reduceRun(emptyRun, log.events).tasks.get(id);
const contentOf = ({ log }: World, id: string) =>
  log.events.find(({ kind, path }) => kind === 'task.completed' && path === `task/${id}`)?.result;

const post = {
  http: {
    url: 'https://example.org/{{id}}',
    headers: { authorization: 'Bearer {{secrets.KEY}}' },
    body: { text: '{{text}}' },
  },
  parameters: {
    type: 'object',
    properties: { id: { type: 'string' }, text: { type: 'string' } },
    required: ['id'],
  },
};

/** Runs tasks with the tool `post`, whose server answers as given; returns its requests too. */
async function perform(
  tasks: Readonly<Record<string, object>>,
  answer: (n: number) => { readonly status: number; readonly text: string } = () => ({
    status: 200,
    text: '{"ok":true}',
  }),
  options: Options = {},
) {
  const requests: HttpRequest[] = [];
  const http = async (request: HttpRequest) => {
    requests.push(request);
    return answer(requests.length);
  };
  const world = createWorld({ tools: { http }, secrets: { KEY: 'hush' }, ...options });
  const plan = planOf(tasks, { tools: { post } });
  const status = await world.run(plan);
  return { world, plan, status, requests };
}

describe('a tool task', () => {
  it('performs a tool without a model, with secrets and earlier results; its result is the answer', async () => {
    const { world, status, requests } = await perform({
      fetch: {},
      send: { type: 'tool', tool: 'post', args: { id: 'a/b', text: { from: 'fetch' } }, dependsOn: ['fetch'] },
      after: { type: 'script', dependsOn: ['send'], inputs: { ok: { from: 'send.output.ok' } } },
    });
    expect(status).toBe('completed');
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'https://example.org/a%2Fb',
        headers: { 'content-type': 'application/json', authorization: 'Bearer hush' },
        body: '{"text":"ok"}',
      },
    ]);
    expect(contentOf(world, 'send')).toBe('{"ok":true}');
    expect(contentOf(world, 'after')).toBe('{"ok":true}');
    expect(world.models.requests).toHaveLength(1);
    expect(JSON.stringify(world.log.events)).not.toContain('hush');
  });

  it('is not performed again when a run is resumed after it', async () => {
    const tasks = { send: { type: 'tool', tool: 'post', args: { id: '1' } } };
    const { world, plan, requests } = await perform(tasks);
    const called = world.log.events.findIndex(({ kind }) => kind === 'tool.called');
    const http = async (request: HttpRequest) => {
      requests.push(request);
      return { status: 200, text: 'again' };
    };
    const resumed = createWorld({ log: world.log.events.slice(0, called + 1), tools: { http } });
    expect(await resumed.run(plan)).toBe('completed');
    expect([requests.length, contentOf(resumed, 'send')]).toEqual([1, '{"ok":true}']);
  });

  it('fails with what the tool said, and is tried again where the task says so', async () => {
    const send = { type: 'tool', tool: 'post', args: { id: '1' } };
    const broken = await perform({ send }, () => ({ status: 500, text: 'down' }));
    expect(broken.status).toBe('failed');
    expect(instanceOf(broken.world, 'send')).toMatchObject({
      status: 'failed',
      error: { code: 'TASK_FAILURE', message: 'The tool “post” failed: Status 500', details: { reason: 'tool' } },
    });
    const errorHandling = { onError: 'retry', maxRetries: 2, backoff: 'none' };
    const mended = await perform({ send: { ...send, errorHandling } }, (n) => ({
      status: n < 3 ? 503 : 200,
      text: 'up',
    }));
    expect([mended.status, mended.requests.length, contentOf(mended.world, 'send')]).toEqual(['completed', 3, 'up']);
  });

  it('checks at run time the arguments that a reference gives', async () => {
    const { world, status, requests } = await perform({
      n: { type: 'script', inputs: { n: 7 } },
      send: { type: 'tool', tool: 'post', args: { id: { from: 'n.output.n' } }, dependsOn: ['n'] },
    });
    expect([status, requests]).toEqual(['failed', []]);
    expect(instanceOf(world, 'send')).toMatchObject({
      error: { message: expect.stringContaining('The arguments are not what the tool takes') },
    });
  });

  it('writes and reads files whole, and checks what it gives', async () => {
    const long = 'x'.repeat(150_000);
    const { world, status } = await perform({
      write: { type: 'tool', tool: 'write_file', args: { path: '/a.txt', content: '{{T}}' }, variables: { T: long } },
      read: { type: 'tool', tool: 'read_file', args: { path: '/a.txt' }, dependsOn: ['write'] },
      count: {
        type: 'tool',
        tool: 'read_file',
        args: { path: '/a.txt' },
        dependsOn: ['write'],
        validate: 'size(content) < 10',
      },
    });
    expect(status).toBe('failed');
    expect(new TextDecoder().decode(await world.files.read('/a.txt'))).toBe(long);
    expect(instanceOf(world, 'read')).toMatchObject({ status: 'ok', data: { bytes: 150_000 } });
    expect(instanceOf(world, 'count')).toMatchObject({ error: { code: 'INVALID_OUTPUT' } });
  });

  it('performs a tool of a server, which knows the arguments itself', async () => {
    const calls: unknown[] = [];
    const world = createWorld({
      tools: {
        mcpTools: async () => ({
          tools: [{ name: 'read', description: '', parameters: { type: 'object', properties: { path: {} } } }],
          problems: [],
        }),
        mcpCall: async (_server, tool, args) => {
          calls.push([tool, args]);
          return { text: 'told', isError: false };
        },
      },
    });
    const tools = { files: { mcp: { url: 'https://x.org/mcp', tool: '*' } } };
    const plan = planOf({ a: { type: 'tool', tool: 'files.read', args: { path: '/x' } } }, { tools });
    expect(await world.run(plan)).toBe('completed');
    expect([calls, contentOf(world, 'a')]).toEqual([[['read', { path: '/x' }]], 'told']);
  });

  it('has no tokens and no cost', async () => {
    const { world } = await perform({ send: { type: 'tool', tool: 'post', args: { id: '1' } } });
    expect(instanceOf(world, 'send')).toMatchObject({ data: { usage: null } });
  });
});

describe('a script with tools', () => {
  const weigh = { type: 'script', tools: ['post'], script: { language: 'javascript', content: 'tools.post()' } };

  /** Runs a script task whose script makes the given calls. */
  async function runCalling(
    task: object,
    calls: readonly (readonly [string, string])[],
    answer?: (n: number) => { readonly status: number; readonly text: string },
  ) {
    const answers: string[] = [];
    const script: NonNullable<Options['script']> = async (_request, callTool) => {
      for (const [name, args] of calls) answers.push(JSON.stringify(await callTool?.(name, args)));
      return { stdout: 'done' };
    };
    return { ...(await perform({ weigh: task }, answer, { script })), answers };
  }
  const calledOf = ({ log }: World) => log.events.find(({ kind }) => kind === 'script.exited')?.data;

  it('makes their requests outside of it, with secrets, and says in its event how many', async () => {
    const ok = { text: '{"ok":true}', isError: false };
    const run = await runCalling(weigh, [
      ['post', '{"id":"a b","text":"hi"}'],
      ['post', '{}'],
      ['read_file', '{}'],
    ]);
    expect(run.status).toBe('completed');
    expect(run.requests).toMatchObject([
      { url: 'https://example.org/a%20b', headers: { authorization: 'Bearer hush' } },
    ]);
    expect(run.answers[0]).toBe(JSON.stringify(ok));
    expect(run.answers[1]).toContain('The arguments are not what the tool takes');
    expect(run.answers[2]).toContain('There is no such tool. There are: post.');
    const data = calledOf(run.world);
    expect(data).toMatchObject({ called: { post: { count: 2, failed: 1 } } });
    expect(data).toMatchObject({
      calls: [
        {
          tool: 'post',
          arguments: { text: '{"id":"a b","text":"hi"}', length: 24 },
          result: { text: ok.text, length: 11 },
          isError: false,
        },
        { tool: 'post', arguments: { text: '{}' }, isError: true },
      ],
    });
    expect(run.world.scripts).toMatchObject([{ tools: ['post'] }]);
  });

  it('answers an error of the server, and no secret', async () => {
    const run = await runCalling(weigh, [['post', '{"id":"1"}']], () => ({ status: 403, text: 'not with hush' }));
    expect(run.answers[0]).toContain('Status 403');
    expect(run.answers[0]).not.toContain('hush');
    expect(JSON.stringify(run.world.log.events)).not.toContain('hush');
  });

  it('keeps the newest calls, and of their texts the start', async () => {
    const long = JSON.stringify({ id: 'x'.repeat(600) });
    const calls = Array.from({ length: 25 }, (_, index): [string, string] => [
      'post',
      index < 24 ? `{"id":"${index}"}` : long,
    ]);
    const run = await runCalling(weigh, calls);
    const event = run.world.log.events.find(({ kind }) => kind === 'script.exited');
    const parsed = runEventSchema.parse(event);
    expect(parsed.data).toMatchObject({ called: { post: { count: 25, failed: 0 } } });
    const kept = parsed.kind === 'script.exited' ? (parsed.data.calls ?? []) : [];
    expect(kept).toHaveLength(20);
    expect(kept[0]?.arguments.text).toBe('{"id":"5"}');
    expect(kept.at(-1)?.arguments).toEqual({ text: long.slice(0, 500), length: long.length });
    const [call] = reduceRun(emptyRun, run.world.log.events).calls.get('weigh') ?? [];
    expect(call?.reply?.scriptCalls).toEqual({ newest: kept, count: 25 });
  });

  it('has none but those of its own list, and none that a person must approve', async () => {
    const none = await runCalling({ ...weigh, tools: ['note'] }, []);
    expect(none.world.scripts[0]?.tools).toBeUndefined();
    const approved = await runCalling({ ...weigh, approve: true }, [['post', '{"id":"1"}']]);
    expect(approved.answers[0]).toContain('A person has to approve');
    expect(approved.requests).toEqual([]);
  });

  it('is asked again when a tool of it is another', async () => {
    const [before] = planOf({ weigh }, { tools: { post } }).tasks;
    const [after] = planOf({ weigh }, { tools: { post: { ...post, http: { url: 'https://example.com' } } } }).tasks;
    expect(before && after && findOwnChange(before, after)).toMatchObject({ isAsked: true, fields: ['tools'] });
  });
});
