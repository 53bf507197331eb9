import { afterEach, describe, expect, it } from 'vitest';
import type { McpServer, ToolClient } from '@/engine/ports';
import { createToolsHost, type ToolsHostOptions } from './tools-host';

const secret = 'hush-4711';
const hang = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
const nothing = () => Promise.reject(new Error('Nothing of this kind is asked here.'));

let ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports) port.close();
  ports = [];
});

function open() {
  const { port1: near, port2: far } = new MessageChannel();
  ports.push(near);
  return { near, far };
}

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
    secretOf: (name) => (name === 'KEY' ? secret : undefined),
    now: () => 7,
    ...(patience === undefined ? {} : { patience }),
  });
  return { host, closed };
}

const mcp = { url: 'https://{{HOST}}/mcp', headers: { authorization: '{{secrets.KEY}}' } };
const wish = { name: 'hub', tool: { mcp }, variables: { HOST: 'hub.test' } };
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
    const offered = await host.offered(wish, open().far);
    expect(asked).toEqual([{ url: 'https://hub.test/mcp', headers: { authorization: secret } }]);
    expect(offered).toMatchObject({ problems: ['No (secret KEY).'], hasResources: true });
    expect(offered.tools[0]?.description).toMatch(/^Lists \(secret KEY\) x+…$/);
    expect(await host.describe(wish, 'list')).toMatchObject({ parameters });
    expect((await host.describe(wish, 'list'))?.description).toHaveLength(500 + 'Lists\n(secret KEY) '.length);

    const called = { ...wish, name: 'other', tool: { mcp: { ...mcp, tool: 'list' } } };
    expect(await host.call(called, '{"n":1}', open().far)).toEqual({
      text: 'list 1 (secret KEY)',
      isError: false,
      ms: 0,
    });
    expect(await host.call(called, '{"n":"x"}', open().far)).toMatchObject({ isError: true });
    // What a tool takes is known by then.
    expect(asked).toHaveLength(1);
  });

  it('lists and reads resources without secrets', async () => {
    const { host } = hostOf({
      mcpResources: async () => ({ resources: [{ uri: 'h://a', name: secret }], templates: [], problems: [] }),
      mcpRead: async (_server, uri) => `${uri} ${secret}`,
    });
    expect((await host.resources(wish, open().far)).resources).toEqual([{ uri: 'h://a', name: '(secret KEY)' }]);
    expect(await host.read(wish, 'h://a', open().far)).toBe('h://a (secret KEY)');
    await expect(host.read({ ...wish, tool: { script: { content: 'x' } } }, 'h://a', open().far)).rejects.toThrow(
      'belongs to no server',
    );
  });

  it('stops what is stopped, and does not wait for ever', async () => {
    const { host } = hostOf({ mcpTools: (_server, signal) => hang(signal), http: (_request, signal) => hang(signal) });
    const { near, far } = open();
    const asked = host.offered(wish, far);
    near.postMessage('stop');
    await expect(asked).rejects.toThrow('aborted');

    const late = hostOf(
      { mcpTools: (_server, signal) => hang(signal), http: (_request, signal) => hang(signal) },
      { listMs: 20, callMs: 20 },
    );
    await expect(late.host.offered(wish, open().far)).rejects.toThrow('There was no answer within 0.02 seconds.');
    const http = { name: 'x', tool: { http: { url: 'https://x.test/' } }, variables: {} };
    expect(await late.host.call(http, '', open().far)).toMatchObject({
      isError: true,
      text: expect.stringContaining('There was no answer'),
    });
  });

  it('ends what is open at servers, and forgets what they said', async () => {
    const { host, closed } = hostOf({
      mcpTools: async () => ({ tools: [{ name: 'list', description: '', parameters }], problems: [] }),
    });
    await host.offered(wish, open().far);
    await host.close();
    expect(closed).toEqual([1]);
    expect(await host.describe(wish, 'list')).toBeUndefined();
  });

  it('takes no message that is none', async () => {
    const { host } = hostOf({});
    const odd = { ...wish, tool: { mcp: { url: 7 } } } as unknown as typeof wish;
    await expect(host.offered(odd, open().far)).rejects.toThrow();
    await expect(host.read(wish, '', open().far)).rejects.toThrow();
  });
});
