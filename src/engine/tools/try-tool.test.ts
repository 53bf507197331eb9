import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { createScope } from '@/workflow/expressions/environment';
import type { ScriptRequest } from '../ports/script-runner';
import type { ToolClient } from '../ports/tool-client';
import { type TryWorld, tryTool } from './try-tool';

const { signal } = new AbortController();
const nothing = () => Promise.reject(new Error('Nothing of this kind is asked here.'));

function worldOf(tools: Partial<ToolClient> = {}, run: TryWorld['scripts']['run'] = nothing): TryWorld {
  const client = { http: nothing, mcpTools: nothing, mcpCall: nothing, mcpResources: nothing, mcpRead: nothing };
  return {
    tools: { ...client, close: async () => {}, ...tools },
    secretOf: (name) => (name === 'KEY' ? 'hush-4711' : undefined),
    environment: createScope('variables', { PORT: 'Emden' }),
    timed: (perform) => perform(signal),
    ask: (_server, perform) => perform(signal),
    scripts: { run },
    list: async () => ({ tools: [{ name: 'tide', description: '', parameters: takesHour }], problems: [] }),
  };
}
const takesHour = { type: 'object', properties: { hour: { type: 'integer' } }, required: ['hour'] };

describe('trying out a tool', () => {
  it('sends the request of a run, with variables and secrets, and says nothing of the secrets', async () => {
    const asked: string[] = [];
    const world = worldOf({
      async http({ url }) {
        asked.push(url);
        return { status: 200, text: `${url} it is` };
      },
    });
    const tool = {
      parameters: { type: 'object', properties: { at: { type: 'string' } } },
      http: { url: 'https://tides.test/{{PORT}}/{{at}}?key={{secrets.KEY}}' },
    };
    const answer = await tryTool({ name: 'tides', tool }, '{"at":"9 o’clock"}', world, signal);
    expect(asked).toEqual(['https://tides.test/Emden/9%20o%E2%80%99clock?key=hush-4711']);
    expect(answer).toEqual({
      text: 'https://tides.test/Emden/9%20o%E2%80%99clock?key=(secret KEY) it is',
      isError: false,
    });
  });

  it('tells as a run does what is wrong with arguments, and sends nothing', async () => {
    const tried = { name: 'tide', tool: { mcp: { url: 'https://tides.test/mcp' } } };
    for (const [given, expected] of [
      ['{"hour":"noon"}', 'The arguments are not what the tool takes:'],
      ['{"minute":1}', 'takes no “minute”'],
      ['{"hour":', 'not a JSON object'],
      ['', 'hour'],
    ] as const) {
      const { text, isError } = await tryTool(tried, given, worldOf(), signal);
      expect(isError).toBe(true);
      expect(text).toContain(expected);
    }
  });

  it('calls a tool of a server by its name there, and bounds what it gives', async () => {
    const world = worldOf({
      mcpCall: async (_server, name, args) => ({ text: `${name} ${args['hour']} `.repeat(20_000), isError: false }),
    });
    const tried = { name: 'other', tool: { mcp: { url: 'https://tides.test/mcp', tool: 'tide' } } };
    const { text } = await tryTool(tried, '{"hour":3}', world, signal);
    expect(text).toMatch(/^tide 3 tide 3/);
    expect(text).toMatch(/\[cut off: 102400 of \d+ bytes\]$/);
  });

  it('tells an error with what to do, and rejects only where it was cancelled', async () => {
    const broken = worldOf({
      http: () => Promise.reject(new AppError('TASK_FAILURE', 'No answer.', { advice: 'Look at hush-4711.' })),
    });
    const tried = { name: 'x', tool: { http: { url: 'https://tides.test/' } } };
    expect(await tryTool(tried, '', broken, signal)).toEqual({ text: 'No answer. Look at hush-4711.', isError: true });
    await expect(tryTool(tried, '', broken, AbortSignal.abort())).rejects.toThrow('No answer.');
  });

  it('runs a script with its arguments, and tells its exit code', async () => {
    const requests: ScriptRequest[] = [];
    const world = worldOf({}, async (request, sink) => {
      requests.push(request);
      await sink('stdout', new TextEncoder().encode('half'));
      return { exitCode: 3, said: 'Stopped.' };
    });
    const parameters = { type: 'object', properties: { n: { type: 'integer' } } };
    const tried = { name: 'x', tool: { parameters, script: { content: 'echo $n' } } };
    expect(await tryTool(tried, '{"n":4}', world, signal)).toEqual({
      text: 'Exit code 3\nstderr:\nStopped.\nstdout:\nhalf',
      isError: true,
    });
    expect(requests[0]).toMatchObject({ env: { n: '4' }, stdin: '{"n":4}', content: 'echo $n' });
  });

  it('is refused for what belongs to a task', async () => {
    const answer = await tryTool({ name: 'note', tool: { builtin: 'note' } }, '{}', worldOf(), signal);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('Only a run') });
  });
});
