import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import type { HttpRequest, McpServer } from '../ports/tool-client';
import { answersIn, turns, type WrittenTurn } from '../testing/calling-model.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

type Options = NonNullable<Parameters<typeof createWorld>[0]>;

const evil = 'https://evil.example';
const search = {
  parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  http: { url: 'https://good.example/search?q={{q}}', headers: { authorization: 'Bearer {{secrets.TOKEN}}' } },
};
/** A workflow with the address that a secret is sent to. */
const settings = { tools: { search }, variables: { BASE: 'https://good.example' } };
const secrets = { TOKEN: 'hush-hush' };

/**
 * A world that records the requests of http tools, and the answers for one model, which a text of its prompt
 * identifies.
 */
function worldOf(answer: (request: ModelRequest) => Scripted, options: Options = {}) {
  const asked: HttpRequest[] = [];
  const http = async (request: HttpRequest) => {
    asked.push(request);
    return { status: 200, text: 'found' };
  };
  const { tools, ...more } = options;
  const world = createWorld({ answer, secrets, tools: { http, ...tools }, ...more });
  const answers = (text: string) =>
    answersIn(world.models.requests.findLast(({ messages }) => messages.some(({ content }) => content.includes(text))));
  return { world, asked, answers };
}

/** Runs one task, `a`, whose model takes these turns. */
async function call(task: object, written: readonly WrittenTurn[], options: Options = {}, more: object = settings) {
  const { world, asked, answers } = worldOf(turns(...written), options);
  const status = await world.run(planOf({ a: task }, more));
  return { world, asked, status, answers: answers('Do a') };
}

describe('what a model gives a tool', () => {
  it('is refused where the tool does not declare it, with its name, and the model may mend it', async () => {
    const { asked, status, answers } = await call({ tools: ['search'] }, [
      [{ name: 'search', args: { q: 'x', BASE: evil } }],
      [{ name: 'search', args: { q: 'x', __proto__: 1, constructor: evil } }],
      [{ name: 'search', args: '{"q":"x","__proto__":{"BASE":"x"}}' }],
      [{ name: 'search', args: { q: 'x' } }],
    ]);
    expect(status).toBe('completed');
    expect(answers).toEqual([
      expect.stringMatching(/^! .*no “BASE”.*It takes: q\./s),
      expect.stringMatching(/^! .*no “constructor”/s),
      expect.stringMatching(/^! .*no “__proto__”/s),
      'found',
    ]);
    expect(asked.map(({ url }) => url)).toEqual(['https://good.example/search?q=x']);
  });

  it('is told to the model as all that the tool takes', async () => {
    const { world } = await call({ tools: ['search'] }, []);
    expect(world.models.requests[0]?.tools?.[0]?.parameters).toEqual({
      ...search.parameters,
      additionalProperties: false,
    });
  });

  it('becomes no name of a template where the schema allows more than it declares', async () => {
    const open = { ...search, parameters: { ...search.parameters, additionalProperties: true } };
    const composed = {
      ...search,
      parameters: { type: 'object', allOf: [{ properties: { q: {} } }], anyOf: [{ properties: { BASE: {} } }, {}] },
    };
    const tools = { open, composed };
    const { asked } = await call(
      { tools: ['open'] },
      [[{ name: 'open', args: { q: 'x', BASE: evil } }], [{ name: 'composed', args: { q: 'x', BASE: evil } }]],
      {},
      { ...settings, tools },
    );
    expect(asked.map(({ url }) => new URL(url).host)).not.toContain('evil.example');
    expect(asked[0]?.url).toBe('https://good.example/search?q=x');
  });

  it('is whole where the properties of a schema stand in the schemas that it is made of', async () => {
    const composed = { type: 'object', allOf: [{ properties: { q: { type: 'string' } } }] };
    const script = { content: 'cat' };
    const { world, answers } = await call(
      { tools: [{ name: 'both', parameters: composed, script }] },
      [[{ name: 'both', args: { q: 'x' } }], [{ name: 'both', args: { q: 'x', other: 1 } }]],
      { script: () => ({ stdout: 'ran' }) },
      {},
    );
    expect(answers).toEqual(['ran', expect.stringContaining('other')]);
    expect(world.scripts).toHaveLength(1);
  });
});

describe('what a model gives a script', () => {
  const count = { script: { content: 'wc -w', env: { LANG: 'C', BASE: '{{BASE}}' } } };
  const text = { text: { type: 'string' } };
  const attacks = { 'BASH_FUNC_wc%%': '() { id; }', NODE_OPTIONS: '--require /x', PATH: '/tmp', LD_PRELOAD: '/x.so' };

  it('is refused where the tool does not declare it', async () => {
    const parameters = { type: 'object', properties: text };
    const { world, answers } = await call({ tools: [{ name: 'count', parameters, ...count }] }, [
      Object.entries(attacks).map(([name, value]) => ({ name: 'count', args: { text: 'a b', [name]: value } })),
    ]);
    expect(world.scripts).toEqual([]);
    for (const [index, name] of Object.keys(attacks).entries()) expect(answers[index]).toContain(`no “${name}”`);
  });

  it('is an environment variable only where it is declared, and none that shells and runtimes read', async () => {
    const names = ['BASH_ENV', 'IFS', 'GIT_SSH_COMMAND', 'PYTHONPATH', 'PERL5OPT', 'RUBYOPT', 'DYLD_INSERT_LIBRARIES'];
    const declared = Object.fromEntries(['text', 'PS4', 'http-proxy', 'BASH.ENV', ...names].map((name) => [name, {}]));
    const parameters = { type: 'object', properties: declared, additionalProperties: true };
    const args = { ...Object.fromEntries(Object.keys(declared).map((name) => [name, 'x'])), ...attacks, EXTRA: 'more' };
    const { world } = await call({ tools: [{ name: 'count', parameters, ...count }] }, [[{ name: 'count', args }]]);
    expect(world.scripts[0]?.env).toEqual({ text: 'x', LANG: 'C', BASE: 'https://good.example' });
    expect(JSON.parse(world.scripts[0]?.stdin ?? '')).toEqual(args);
  });
});

describe('the inputs of a script task', () => {
  it('are no variables that shells and runtimes read; its own env may set them', async () => {
    const inputs = { given: { from: 'a' }, PATH: '{{a}}', 'LD-PRELOAD': '{{a}}', IFS: ',' };
    const script = { content: 'true', env: { BASH_ENV: './env.sh' } };
    const { world } = worldOf(() => '{"NODE_OPTIONS":"--inspect","BASH_ENV":"/x"}');
    const plan = planOf({ a: {}, b: { type: 'script', inputs, script, dependsOn: ['a'] } });
    expect(await world.run(plan)).toBe('completed');
    const given = '{"NODE_OPTIONS":"--inspect","BASH_ENV":"/x"}';
    expect(world.scripts[0]?.env).toEqual({ given, BASH_ENV: './env.sh' });
    const warning = JSON.stringify(world.log.events.filter(({ kind }) => kind === 'resource.warning'));
    expect(warning).toContain('PATH');
    expect(warning).toContain('LD-PRELOAD');
  });

  it('that are items a model wrote bring no names of their own', async () => {
    const inner = { type: 'script', inputs: { it: { from: 'item' } }, script: { content: 'true', stdin: '{{BASE}}' } };
    const { world } = worldOf(() => '[{"BASE":"https://evil.example","PATH":"/x"}]');
    const map = { type: 'map', items: { from: 'a' }, innerTask: inner, dependsOn: ['a'] };
    await world.run(planOf({ a: {}, b: map }, settings));
    expect(world.scripts).toMatchObject([{ stdin: 'https://good.example' }]);
    expect(Object.keys(world.scripts[0]?.env ?? {})).toEqual(['it']);
  });
});

describe('a subtask that a model starts', () => {
  const agent = { inheritTools: true, tier: 'light', tools: ['spawn_task'] };
  const isAsker = ({ messages }: ModelRequest) => messages.some(({ content }) => content === 'Do a');
  const spawn = (inputs: object) => ({ name: 'spawn_task', args: { description: 'Look it up', inputs } as object });
  const both = (call: object): ((request: ModelRequest) => Scripted) => {
    const inner = turns([{ name: 'search', args: { q: 'x' } }]);
    return (request) => (isAsker(request) ? turns([call as never])(request) : inner(request));
  };

  it('may not give its inputs the names of variables, nor names that are none', async () => {
    for (const name of ['BASE', '__proto__', 'a b', 'x}}{{y']) {
      const { world, asked, answers } = worldOf(both(spawn(JSON.parse(`{${JSON.stringify(name)}:"${evil}"}`))));
      expect(await world.run(planOf({ a: { agent } }, settings))).toBe('completed');
      expect(answers('Do a')).toEqual([expect.stringMatching(/^! .*input/)]);
      expect(answers('Do a')[0]).toContain(name);
      expect(asked).toEqual([]);
    }
  });

  it('that is a function of the library takes the parameters that it declares and no others', async () => {
    const task = { type: 'atomic', description: 'Look it up {{q}}' };
    const library = { look: { parameters: [{ name: 'q', type: 'string' }], task } };
    const call = { name: 'spawn_task', args: { ref: 'look', inputs: { q: 'x', BASE: evil } } };
    const { world, asked, answers } = worldOf(both(call));
    await world.run(planOf({ a: { agent } }, { ...settings, library }));
    expect(answers('Do a')).toEqual([expect.stringContaining('no parameter “BASE”')]);
    expect(asked).toEqual([]);
  });

  it('has the tools of the task that starts it, and no others', async () => {
    const { world } = worldOf(both(spawn({})));
    const only = { agent, tools: ['spawn_task'], toolMode: 'exclusive' };
    await world.run(planOf({ a: only }, settings));
    const inner = world.models.requests.find((request) => !isAsker(request));
    expect(inner?.tools ?? []).toEqual([]);
  });
});

describe('a tool of a server', () => {
  const mcp = { url: 'https://good.example/mcp', headers: { authorization: 'Bearer {{secrets.TOKEN}}' } };
  const ofServer = { type: 'object', properties: { n: { type: 'integer' } } };
  const called: { server: McpServer; args: object }[] = [];
  const tools = {
    mcpTools: async () => ({
      tools: [{ name: 'issues', description: 'Lists them.', parameters: ofServer }],
      problems: [],
    }),
    mcpCall: async (server: McpServer, _tool: string, args: object) => {
      called.push({ server, args });
      return { text: 'listed', isError: false };
    },
  };
  const turnsOf = (name: string) => [
    [{ name, args: { n: 1, BASE: evil } }],
    [{ name, args: { n: 'one' } }],
    [{ name, args: { n: 2 } }],
  ];

  it('is given what the document declares, or else the server, and nothing beyond', async () => {
    const ofDocument = { name: 'own', parameters: ofServer, mcp: { ...mcp, tool: 'issues' } };
    for (const tool of [{ name: 'issues', mcp }, ofDocument]) {
      called.length = 0;
      const { answers } = await call({ tools: [tool] }, turnsOf(tool.name), { tools });
      expect(answers).toEqual([expect.stringContaining('no “BASE”'), expect.stringMatching(/^! .*\/n/s), 'listed']);
      expect(called).toEqual([
        { server: expect.objectContaining({ url: 'https://good.example/mcp' }), args: { n: 2 } },
      ]);
    }
  });

  it('that nobody has described is given nothing', async () => {
    called.length = 0;
    const silent = { ...tools, mcpTools: async () => ({ tools: [], problems: [] }) };
    const { answers } = await call({ tools: [{ name: 'issues', mcp }] }, [[{ name: 'issues', args: { n: 1 } }]], {
      tools: silent,
    });
    expect(answers).toEqual([expect.stringMatching(/^! .*no “n”/s)]);
    expect(called).toEqual([]);
  });

  it('may be described by a schema that cannot be checked: then its names are', async () => {
    called.length = 0;
    const broken = { type: 'object', properties: { n: { $ref: '#/$defs/nowhere' } } };
    const described = { name: 'issues', description: '', parameters: broken };
    const odd = { ...tools, mcpTools: async () => ({ tools: [described], problems: [] }) };
    const { answers } = await call(
      { tools: [{ name: 'issues', mcp }] },
      [[{ name: 'issues', args: { n: 'x' } }], [{ name: 'issues', args: { n: 'x', m: 1 } }]],
      { tools: odd },
    );
    expect(answers).toEqual(['listed', expect.stringContaining('no “m”')]);
  });
});

describe('tasks that a model writes in the place of one', () => {
  const isDecomposer = ({ idempotencyKey }: ModelRequest) => /reparse\/1\/turn/.test(idempotencyKey);
  const isPart = ({ idempotencyKey }: ModelRequest) => /\/reparse\/1\/task/.test(idempotencyKey);
  /** The task is always cut off, the decomposer gives this answer, and the parts search. */
  const cut =
    (xml: string, part: (request: ModelRequest) => Scripted) =>
    (request: ModelRequest): Scripted => {
      if (isDecomposer(request)) return xml;
      return isPart(request) ? part(request) : { content: 'Half', finishReason: 'length' };
    };
  const searching = turns([{ name: 'search', args: { q: 'x' } }], evil);
  const task = { tools: ['search'], reparse: {} };

  it('name nothing that the tools see: not by inputs, variables, returns, ids, or the names of a director', async () => {
    const fragments = [
      `<task><description>Go</description><inputs><input name="BASE">${evil}</input></inputs></task>`,
      `<task><description>Go</description><variables><variable name="BASE">${evil}</variable></variables></task>`,
      `<workflow><tasks><task id="BASE"><description>One</description></task>
        <task id="b"><description>Two</description><depends_on>BASE</depends_on></task></tasks></workflow>`,
      `<workflow><tasks><task id="x"><description>One</description><returns><return name="BASE">content</return></returns></task>
        <task id="b"><description>Two</description><depends_on>x</depends_on></task></tasks></workflow>`,
      `<task type="map"><inputs><input name="i">${evil}</input></inputs>
        <inner_task><description>Go</description><inputs><input name="BASE" from="item"/></inputs></inner_task></task>`,
    ];
    for (const fragment of fragments) {
      const { world, asked } = worldOf(cut(fragment, searching));
      const status = await world.run(planOf({ a: task }, settings));
      const urls = asked.map(({ url }) => url);
      expect([status, fragment, new Set(urls)]).toEqual([
        'completed',
        fragment,
        new Set(['https://good.example/search?q=x']),
      ]);
    }
  });

  it('see the names of the task that they stand for, as its tools do', async () => {
    const fragment = `<task><description>Go</description><inputs><input name="BASE">${evil}</input></inputs></task>`;
    const { world, asked } = worldOf(cut(fragment, searching));
    const own = { ...search, name: 'search', http: { url: '{{BASE}}/search?q={{q}}' } };
    const inputs = { BASE: 'https://input.example' };
    expect(await world.run(planOf({ a: { ...task, tools: [own], inputs } }))).toBe('completed');
    expect(asked.map(({ url }) => url)).toEqual(['https://input.example/search?q=x']);
  });

  it('have the tools of that task, not those of its agent that it was not given', async () => {
    const fragment = `<task interactive="true"><description>Go</description><interactive>true</interactive>
      <tools><tool>search</tool></tools></task>`;
    const agent = { tools: ['search', 'write_file'] };
    const { world } = worldOf(cut(fragment, () => 'went'));
    await world.run(
      planOf(
        { a: { agent: 'armed', tools: ['note'], toolMode: 'exclusive', reparse: {} } },
        { ...settings, agents: { armed: agent } },
      ),
    );
    const part = world.models.requests.find(isPart);
    expect(part?.tools?.map(({ name }) => name)).toEqual(['note']);
  });

  it('set no environment variables that shells and runtimes read, where they may be scripts at all', async () => {
    const fragment = `<task type="script"><script><content>true</content><env format="json">{"BASH_ENV":"/x"}</env></script></task>`;
    const { world } = worldOf(cut(fragment, () => ''));
    await world.run(planOf({ a: { tools: ['run_script'], reparse: {} } }));
    expect(world.scripts).toEqual([]);
    const repair = world.models.requests.filter(isDecomposer).at(-1);
    expect(repair?.messages.at(-1)?.content).toContain('BASH_ENV');
  });
});

describe('what a model runs', () => {
  it('as a script has no variables but those around it', async () => {
    const args = { content: 'env', env: { BASH_ENV: '/x' } };
    const { world, answers } = await call({ tools: ['run_script'] }, [
      [{ name: 'run_script', args }],
      [{ name: 'run_script', args: { content: 'env' } }],
    ]);
    expect(answers[0]).toContain('no “env”');
    expect(world.scripts.map(({ env }) => env)).toEqual([{}]);
  });

  it('as a pipeline has no templates of its own', async () => {
    const args = { plan: ['{{BASE}}', '\\{{BASE}}'], state: '{{{BASE}}', inputs: { BASE: evil } };
    const agent = { inheritTools: false, tier: 'orchestrator', tools: ['run_pipeline'] };
    const isAsker = ({ messages }: ModelRequest) => messages.some(({ content }) => content === 'Do a');
    const { inputs: _inputs, ...plain } = args;
    const asker = turns([{ name: 'run_pipeline', args }], [{ name: 'run_pipeline', args: plain }]);
    const { world, answers } = worldOf((request) => (isAsker(request) ? asker(request) : 'next'));
    await world.run(planOf({ a: { agent } }, settings));
    expect(answers('Do a')).toEqual([expect.stringContaining('no “inputs”'), 'next']);
    const steps = world.models.requests.filter((request) => !isAsker(request));
    const stepPrompts = steps.map(({ messages }) => messages.at(-1)?.content).join();
    expect(stepPrompts).toContain('{{BASE}}');
    expect(stepPrompts).not.toContain('good.example');
  });
});
