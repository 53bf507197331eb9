import { describe, expect, it } from 'vitest';
import type { McpServer, ToolClient } from '@/engine/ports/tool-client';
import { createToolsHost, type ToolsHostOptions } from './tools-host';

const secret = 'hush-4711';
const hang = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
const nothing = () => Promise.reject(new Error('Nothing of this kind is asked here.'));

const goesOn = new AbortController().signal;

function hostOf(given: Partial<ToolClient>, patience?: ToolsHostOptions['patience']) {
  const closed: number[] = [];
  let opened = 0;
  const client = (): ToolClient => {
    opened += 1;
    const number = opened;
    return {
      ...{ http: nothing, mcpTools: nothing, mcpCall: nothing, mcpResources: nothing, mcpRead: nothing },
      close: async () => void closed.push(number),
      ...given,
    };
  };
  const host = createToolsHost({
    openTools: client,
    scripts: { run: nothing },
    openSecrets: () => (name) => (name === 'KEY' ? secret : undefined),
    now: () => 7,
    ...(patience === undefined ? {} : { patience }),
  });
  return { host, closed };
}

const mcp = { url: 'https://hub.test/{{PATH}}', headers: { authorization: '{{secrets.KEY}}' } };
const wish = { workflowId: 'w', name: 'hub', tool: { mcp }, variables: { PATH: 'mcp' } };
const parameters = { type: 'object', properties: { n: { type: 'integer' } } };

describe('the host of tools', () => {
  it('lists a server with its secrets, of which none comes back, and describes its tools from that list', async () => {
    const asked: McpServer[] = [];
    const { host } = hostOf({
      async mcpTools(server) {
        asked.push(server);
        const tool = { name: 'list', description: `Lists\n${secret} ${'x'.repeat(500)}`, parameters };
        return { tools: [tool], problems: [`No ${secret}.`], hasResources: true };
      },
      mcpCall: async (_server, name, args) => ({ text: `${name} ${args['n']} ${secret}`, isError: false }),
    });
    expect(await host.describe(wish, 'list')).toBeUndefined();
    const offered = await host.offered(wish, goesOn);
    expect(asked).toEqual([{ url: 'https://hub.test/mcp', headers: { authorization: secret } }]);
    expect(offered).toMatchObject({ problems: ['No (secret KEY).'], hasResources: true });
    expect(offered.tools[0]?.description).toMatch(/^Lists \(secret KEY\) x+…$/);
    expect(await host.describe(wish, 'list')).toMatchObject({ parameters });
    expect((await host.describe(wish, 'list'))?.description).toHaveLength(500 + 'Lists\n(secret KEY) '.length);

    const called = { ...wish, name: 'other', tool: { mcp: { ...mcp, tool: 'list' } } };
    expect(await host.call(called, '{"n":1}', goesOn)).toEqual({
      text: 'list 1 (secret KEY)',
      isError: false,
      ms: 0,
    });
    expect(await host.call(called, '{"n":"x"}', goesOn)).toMatchObject({ isError: true });
    // The parameters of the tool are known by then, so they are not requested again.
    expect(asked).toHaveLength(1);
  });

  it('lists and reads resources without secrets', async () => {
    const { host } = hostOf({
      mcpResources: async () => ({ resources: [{ uri: 'h://a', name: secret }], templates: [], problems: [] }),
      mcpRead: async (_server, uri) => `${uri} ${secret}`,
    });
    expect((await host.resources(wish, goesOn)).resources).toEqual([{ uri: 'h://a', name: '(secret KEY)' }]);
    expect(await host.read(wish, 'h://a', goesOn)).toBe('h://a (secret KEY)');
    await expect(host.read({ ...wish, tool: { script: { content: 'x' } } }, 'h://a', goesOn)).rejects.toThrow(
      'belongs to no server',
    );
  });

  it('stops what is stopped, and does not wait for ever', async () => {
    const { host } = hostOf({ mcpTools: (_server, signal) => hang(signal), http: (_request, signal) => hang(signal) });
    const stop = new AbortController();
    const asked = host.offered(wish, stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');

    const late = hostOf(
      { mcpTools: (_server, signal) => hang(signal), http: (_request, signal) => hang(signal) },
      { listMs: 20, callMs: 20 },
    );
    await expect(late.host.offered(wish, goesOn)).rejects.toThrow('There was no answer within 0.02 seconds.');
    const http = { workflowId: 'w', name: 'x', tool: { http: { url: 'https://x.test/' } }, variables: {} };
    expect(await late.host.call(http, '', goesOn)).toMatchObject({
      isError: true,
      text: expect.stringContaining('There was no answer'),
    });
  });

  it('ends what is open at servers, and forgets what they said', async () => {
    const { host, closed } = hostOf({
      mcpTools: async () => ({ tools: [{ name: 'list', description: '', parameters }], problems: [] }),
    });
    await host.offered(wish, goesOn);
    await host.close();
    expect(closed).toEqual([1]);
    expect(await host.describe(wish, 'list')).toBeUndefined();
  });
});
