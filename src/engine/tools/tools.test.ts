import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { HttpRequest, McpServer } from '../ports/tool-client';
import { answersIn, turns, type WrittenTurn } from '../testing/calling-model.testing';
import { createWorld } from '../testing/world.testing';

type World = ReturnType<typeof createWorld>;
type Options = NonNullable<Parameters<typeof createWorld>[0]>;

/** Runs one task, `a`, whose model takes these turns. Returns the answers of the tools, in the order of the calls. */
async function call(task: object, written: readonly WrittenTurn[], options: Options = {}, settings: object = {}) {
  const world = createWorld({ answer: turns(...written), ...options });
  const status = await world.run(planOf({ a: task }, settings));
  return { world, status, answers: answersIn(world.models.requests.at(-1)) };
}
const toolNames = (world: World) => world.models.requests.at(-1)?.tools?.map(({ name }) => name) ?? [];
const called = (world: World) => world.log.events.filter(({ kind }) => kind === 'tool.called');
const taskOf = ({ log }: World, id = 'a') => reduceRun(emptyRun, log.events).tasks.get(id);

describe('calls of tools', () => {
  it('are performed in order, recorded, and answered before the next turn', async () => {
    const { world, status, answers } = await call({ tools: ['note', 'write_file', 'read_file'] }, [
      [
        { name: 'write_file', args: { path: '/a.txt', content: 'one' } },
        { name: 'read_file', args: { path: '/a.txt' } },
      ],
      'finished',
    ]);
    expect(status).toBe('completed');
    expect(answers).toEqual(['/a.txt: 3 bytes written.', 'one']);
    expect(called(world).map(({ path }) => path)).toEqual([
      'task/a/attempt/1/turn/1/tool/1',
      'task/a/attempt/1/turn/1/tool/2',
    ]);
    expect(taskOf(world)).toMatchObject({ status: 'ok' });
  });

  it('that cannot be made are told to the model, and the run goes on', async () => {
    const http = { url: 'https://example.org/{{nowhere}}' };
    const { status, answers } = await call(
      { tools: ['write_file', { name: 'bad', http }, 'read_file'] },
      [
        [
          { name: 'nothing' },
          { name: 'write_file', args: '{"path": "/a' },
          { name: 'write_file', args: { path: 7 } },
          { name: 'write_file', args: { path: '/../etc/passwd', content: '' } },
          { name: 'bad' },
          { name: 'read_file', args: { path: '/not/there' } },
        ],
      ],
      { files: { '/x': 'x' } },
    );
    expect(status).toBe('completed');
    expect(answers).toEqual([
      expect.stringMatching(/^! There is no such tool\. There are: write_file, bad, read_file\./),
      '! The arguments are not a JSON object: line 1, character 10: found `"/a`, but the closing quote of this text is missing. You wrote:\n{"path": "/a',
      expect.stringMatching(/^! The arguments are not what the tool takes:\n.*content/),
      expect.stringMatching(/^! “\/\.\.\/etc\/passwd” is not a path of a file/),
      expect.stringMatching(/^! The tool needs “nowhere”/),
      expect.stringMatching(/^! There is no file \/not\/there/),
    ]);
  });

  it('that throw are told to the model too', async () => {
    const http = () => Promise.reject(new Error('It broke.'));
    const task = { tools: [{ name: 'get', http: { url: 'https://example.org' } }] };
    const { status, answers } = await call(task, [[{ name: 'get' }]], { tools: { http } });
    expect([status, answers]).toEqual(['completed', ['! It broke.']]);
  });

  it('are not performed again when a run is taken up', async () => {
    const requests: HttpRequest[] = [];
    const http = async (request: HttpRequest) => {
      requests.push(request);
      return { status: 200, text: 'once' };
    };
    const written = [[{ name: 'get' }], [{ name: 'get' }], 'finished'];
    const task = { tools: [{ name: 'get', http: { url: 'https://example.org' } }] };
    const { world } = await call(task, written, { tools: { http } });
    const second = world.log.events.findIndex(({ path }) => path.endsWith('/turn/2/tool/1'));
    const before = requests.length;
    const resumed = createWorld({ answer: turns(...written), tools: { http }, log: world.log.events.slice(0, second) });
    expect(await resumed.run(planOf({ a: task }))).toBe('completed');
    expect(requests.length - before).toBe(1);
    expect(answersIn(resumed.models.requests.at(-1))).toEqual(['once', 'once']);
  });

  it('keep within the timeout of the task', async () => {
    const http = () => new Promise<never>(() => undefined);
    const task = { tools: [{ name: 'get', http: { url: 'https://example.org' } }], limits: { timeoutMs: 500 } };
    const { world, status } = await call(task, [[{ name: 'get' }]], { tools: { http } });
    expect(status).toBe('failed');
    expect(taskOf(world)).toMatchObject({ error: { details: { reason: 'timeout' } } });
  });
});

describe('an http tool', () => {
  const search = {
    description: 'Search',
    parameters: { type: 'object', properties: { query: { type: 'string' }, n: { type: 'integer' } } },
    http: {
      url: 'https://example.org/{{place}}?q={{query}}&key={{secrets.KEY}}',
      headers: { authorization: 'Bearer {{secrets.TOKEN}}' },
      body: { q: 'say {{query}}', n: '{{n}}' },
    },
  };
  const secrets = { KEY: 'k&1', TOKEN: 'hush-hush' };

  it('fills its templates, encoded where they stand, and keeps its secrets out of all that is recorded', async () => {
    const requests: HttpRequest[] = [];
    const { world, answers } = await call(
      { tools: ['search'] },
      [[{ name: 'search', args: { query: 'x&"y"', n: 3 } }]],
      {
        secrets,
        tools: {
          async http(request) {
            requests.push(request);
            return { status: 200, text: `you sent ${request.headers['authorization']} to ${request.url}` };
          },
        },
      },
      { tools: { search }, variables: { place: 'a b' } },
    );
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'https://example.org/a%20b?q=x%26%22y%22&key=k%261',
        headers: { 'content-type': 'application/json', authorization: 'Bearer hush-hush' },
        body: '{"q":"say x&\\"y\\"","n":3}',
      },
    ]);
    expect(answers[0]).toBe(
      'you sent Bearer (secret TOKEN) to https://example.org/a%20b?q=x%26%22y%22&key=(secret KEY)',
    );
    const recorded = JSON.stringify([world.log.events, world.models.requests]);
    expect(recorded).not.toContain('hush-hush');
    expect(recorded).not.toContain('k%261');
  });

  it('says so if there is no such secret, or the server answers with an error, in which no secret stands', async () => {
    const task = { tools: ['search'] };
    const settings = { tools: { search }, variables: { place: 'here' } };
    const bare = await call(task, [[{ name: 'search' }]], {}, settings);
    expect(bare.answers[0]).toMatch(/^! There is no secret “TOKEN”|^! There is no secret “KEY”/);
    const fails = { http: () => Promise.reject(new AppError('TASK_FAILURE', 'No answer to hush-hush.')) };
    const failed = await call(task, [[{ name: 'search' }]], { secrets, tools: fails }, settings);
    expect(failed.answers).toEqual(['! No answer to (secret TOKEN).']);
    const refuses = { http: async () => ({ status: 403, text: 'no' }) };
    const denied = await call(task, [[{ name: 'search' }]], { secrets, tools: refuses }, settings);
    expect(denied.answers).toEqual(['! Status 403\nno']);
  });
});

describe('a script tool', () => {
  it('gets its parameters as inputs, and tells what it wrote', async () => {
    const script = { content: 'wc -w', stdin: '{{text}}', env: { LANG: 'C' } };
    const parameters = { type: 'object', properties: { text: { type: 'string' } } };
    const { world, answers } = await call(
      { tools: [{ name: 'count', parameters, script }] },
      [[{ name: 'count', args: { text: 'a b' } }], [{ name: 'count', args: {} }]],
      { script: ({ stdin }) => (stdin === '' ? { exitCode: 2, stderr: 'empty' } : { stdout: '2\n' }) },
    );
    expect(world.scripts[0]).toMatchObject({ stdin: 'a b', env: { text: 'a b', LANG: 'C' }, content: 'wc -w' });
    expect(answers).toEqual(['2\n', '! Exit code 2\nstderr:\nempty']);
  });
});

describe('a tool of a server', () => {
  const mcp = { url: 'https://example.org/mcp', headers: { authorization: 'Bearer {{secrets.T}}' }, tool: 'list' };
  const parameters = { type: 'object', properties: { n: { type: 'integer' } } };

  it('is told as the server describes it, asked once in a run, and called there', async () => {
    const servers: McpServer[] = [];
    const { world, answers } = await call(
      { tools: [{ name: 'issues', mcp }] },
      [[{ name: 'issues', args: { n: 1 } }], [{ name: 'issues', args: { n: 2 } }]],
      {
        secrets: { T: 'hidden' },
        tools: {
          async mcpTools(server) {
            servers.push(server);
            return { tools: [{ name: 'list', description: 'Lists them.', parameters }], problems: [] };
          },
          mcpCall: async (_server, tool, args) => ({ text: `${tool} ${args['n']} hidden`, isError: args['n'] === 2 }),
        },
      },
    );
    expect(servers).toEqual([{ url: mcp.url, headers: { authorization: 'Bearer hidden' } }]);
    expect(world.models.requests[0]?.tools?.[0]).toEqual({ name: 'issues', description: 'Lists them.', parameters });
    expect(answers).toEqual(['list 1 (secret T)', '! list 2 (secret T)']);
  });

  it('takes what its schema leaves open, which the server may refuse itself', async () => {
    const bare = { type: 'object' };
    const given: unknown[] = [];
    const { answers } = await call(
      { tools: [{ name: 'issues', mcp: { url: mcp.url } }] },
      [[{ name: 'issues', args: { message: 'hi' } }]],
      {
        tools: {
          mcpTools: async () => ({ tools: [{ name: 'issues', description: '', parameters: bare }], problems: [] }),
          async mcpCall(_server, _tool, args) {
            given.push(args);
            return { text: 'taken', isError: false };
          },
        },
      },
    );
    expect([answers, given]).toEqual([['taken'], [{ message: 'hi' }]]);
  });

  it('at which somebody has to sign in is waited for, and asked again', async () => {
    const asked: string[] = [];
    let isSignedIn = false;
    const needed = () => new AppError('KEY_NEEDED', 'Sign in.', { details: { server: 'example.org' } });
    const { status, answers, world } = await call(
      { tools: [{ name: 'issues', mcp: { url: mcp.url } }] },
      [[{ name: 'issues', args: {} }]],
      {
        tools: {
          mcpTools: async () => ({ tools: [{ name: 'issues', description: '', parameters }], problems: [] }),
          async mcpCall() {
            asked.push(isSignedIn ? 'signed in' : 'not signed in');
            if (!isSignedIn) throw needed();
            return { text: 'all', isError: false };
          },
          async whenSignedIn() {
            isSignedIn = true;
          },
        },
      },
    );
    expect([status, answers, asked]).toEqual(['completed', ['all'], ['not signed in', 'signed in']]);
    const waits = world.log.events.filter(({ kind }) => kind === 'run.paused' || kind === 'run.resumed');
    expect(waits.map(({ data }) => data)).toEqual([
      { reason: 'sign_in', server: 'example.org' },
      { reason: 'sign_in' },
    ]);
  });

  it('is told by the document alone, with a warning, where the server cannot be asked', async () => {
    const { world, status } = await call(
      { tools: [{ name: 'issues', description: 'Issues', mcp: { url: mcp.url } }] },
      [],
    );
    expect(status).toBe('completed');
    expect(world.models.requests[0]?.tools).toEqual([
      { name: 'issues', description: 'Issues', parameters: { type: 'object' } },
    ]);
    const warning = world.log.events.find(({ kind }) => kind === 'resource.warning');
    expect(JSON.stringify(warning)).toContain('issues could not be asked what it does');
  });

  it('is not offered where the server has none of its name, of which the run warns once, as of what the server says wrongly', async () => {
    const { world, answers } = await call(
      { tools: [{ name: 'issues', mcp: { url: mcp.url } }, 'note'] },
      [[{ name: 'note', args: { text: 'a' } }]],
      { tools: { mcpTools: async () => ({ tools: [], problems: ['The tool list is left out.'] }) } },
    );
    expect(answers).toHaveLength(1);
    expect(world.models.requests.map(({ tools = [] }) => tools.map(({ name }) => name))).toEqual([['note'], ['note']]);
    const warnings = world.log.events
      .filter(({ kind }) => kind === 'resource.warning')
      .map((event) => JSON.stringify(event));
    expect(warnings).toEqual([
      expect.stringContaining('The server of issues: The tool list is left out.'),
      expect.stringContaining('has no tool “issues”, so it is not offered'),
    ]);
  });

  describe('all of which are listed', () => {
    const tool = (name: string) => ({ name, description: name, parameters });
    const serving = (names: readonly string[]) => ({
      mcpTools: async () => ({ tools: names.map(tool), problems: [] }),
      mcpCall: async (_server: McpServer, name: string) => ({ text: `called ${name}`, isError: false }),
    });
    const settings = { tools: { hub: { mcp: { url: mcp.url, tool: '*' } }, list: { script: { content: 'x' } } } };
    const namesIn = (world: Awaited<ReturnType<typeof call>>['world']) =>
      world.models.requests.map(({ tools = [] }) => tools.map(({ name }) => name));
    const warningsOf = (world: Awaited<ReturnType<typeof call>>['world']) =>
      world.log.events.filter(({ kind }) => kind === 'resource.warning').map((event) => JSON.stringify(event));

    it('are told by safe names, apart from those of the task, and called by their own', async () => {
      const { world, answers } = await call(
        { tools: ['hub.*'] },
        [
          [
            { name: 'find_it', args: { n: 1 } },
            { name: 'hub_list', args: {} },
            { name: 'find_it', args: { n: 'x' } },
            { name: 'none', args: {} },
          ],
        ],
        { tools: serving(['find it', 'list']) },
        settings,
      );
      expect(namesIn(world)[0]).toEqual(['list', 'find_it', 'hub_list']);
      expect(answers).toEqual([
        'called find it',
        'called list',
        expect.stringMatching(/^! The arguments/),
        expect.stringContaining('There are: list, find_it, hub_list.'),
      ]);
      expect(warningsOf(world)).toEqual([expect.stringContaining('The tool list of hub is called hub_list')]);
    });

    it('are bounded where a server has ten thousand, with what to do', async () => {
      const names = Array.from({ length: 10_000 }, (_, index) => `tool_${index}`);
      const { world } = await call({ tools: ['hub.*'] }, [], { tools: serving(names) }, settings);
      expect(namesIn(world)[0]).toHaveLength(101);
      expect(warningsOf(world)).toEqual([
        expect.stringContaining('hub has 10000 tools; the model is given the first 100'),
      ]);
    });

    describe('and which has resources', () => {
      const harbour = (names: readonly string[] = []) => ({
        ...serving(names),
        mcpTools: async () => ({ tools: names.map(tool), problems: [], hasResources: true }),
        mcpResources: async () => ({
          resources: [
            { uri: 'harbour://rules', name: 'Rules', description: 'What\nholds', mimeType: 'text/plain', bytes: 2048 },
            { uri: 'harbour://map', name: 'Map\u202e of T0P' },
          ],
          templates: [{ uri: 'harbour://berth/{n}', name: 'A berth' }],
          problems: [],
        }),
        mcpRead: async (_server: McpServer, uri: string) => `${uri} says T0P`,
      });

      it('are read by two tools of ours, whose words hold no secret', async () => {
        const secret = { tools: { hub: { mcp: { ...mcp, tool: '*' } } } };
        const { world, answers } = await call(
          { tools: ['hub.*'], limits: { maxContextBytes: 120 } },
          [
            [
              { name: 'hub_list_resources', args: { query: 'BERTH' } },
              { name: 'hub_list_resources', args: { query: 'map' } },
              { name: 'hub_list_resources', args: { query: 'crane' } },
              { name: 'hub_read_resource', args: { uri: 'harbour://rules' } },
              { name: 'hub_read_resource', args: {} },
              { name: 'hub_list_resources' },
            ],
          ],
          { tools: harbour(), secrets: { T: 'T0P' } },
          secret,
        );
        expect(namesIn(world)[0]).toEqual(['hub_list_resources', 'hub_read_resource']);
        expect(answers).toEqual([
          'Templates; fill in the parts in braces:\n- harbour://berth/{n} A berth',
          '- harbour://map Map\\u202e of (secret T)',
          'None has these words.',
          'harbour://rules says (secret T)',
          expect.stringMatching(/^! The arguments are not what the tool takes/),
          expect.stringMatching(
            /^- harbour:\/\/rules \(text\/plain, 2.0 kB\) Rules: What holds\n- .*\n.*\n\[cut off: 120 of 166 bytes\]$/,
          ),
        ]);
      });

      it('leave these to a server that has tools of their names', async () => {
        const own = ['read_resource', 'hub_list_resources'];
        const { world, answers } = await call(
          { tools: ['hub.*'] },
          [[{ name: 'hub_list_resources' }]],
          { tools: harbour(own) },
          settings,
        );
        expect(namesIn(world)[0]).toEqual(['list', ...own]);
        expect(answers).toEqual(['called hub_list_resources']);
      });
    });

    it('are not told to a task that does not list them', async () => {
      const { world } = await call({}, [], { tools: serving(['find']) }, settings);
      expect(namesIn(world)[0]).toEqual(['list']);
    });
  });

  it('has no more time to say what it takes than the task has', async () => {
    const hangs = (_server: McpServer, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Cancelled.')));
      });
    const { status, world } = await call(
      {
        tools: [{ name: 'issues', mcp: { url: mcp.url } }],
        limits: { timeoutMs: 20 },
        errorHandling: { onError: 'fail' },
      },
      [],
      { tools: { mcpTools: hangs } },
    );
    expect(status).toBe('failed');
    expect(world.models.requests).toEqual([]);
  });
});

describe('files', () => {
  const files = { '/data/log.txt': 'grün\n'.repeat(30_000), '/pic': 'a\0b', '/notes.md': 'note' };
  const index = { '/data/log.txt': 'run 123 log', '/gone.txt': 'elsewhere' };

  it('are listed with what the index says, and read in parts that split no character', async () => {
    const { answers } = await call(
      { tools: ['list_files', 'read_file'] },
      [
        [{ name: 'list_files' }, { name: 'list_files', args: { prefix: '/n' } }],
        [
          { name: 'read_file', args: { path: '/data/log.txt' } },
          { name: 'read_file', args: { path: '/data/log.txt', offset: 179_994 } },
          { name: 'read_file', args: { path: 'pic' } },
        ],
      ],
      { files },
      { memory: { index } },
    );
    expect(answers[0]?.split('\n')).toEqual([
      '/data/log.txt (180000 bytes): run 123 log',
      '/gone.txt (no content here): elsewhere',
      '/notes.md (4 bytes)',
      '/pic (3 bytes)',
    ]);
    expect(answers[1]).toBe('/notes.md (4 bytes)');
    expect(answers[2]).not.toContain('�');
    expect(answers[2]).toMatch(/read on with offset 102\d\d\d\]$/);
    expect(answers.slice(3)).toEqual(['grün\n', '[binary: /pic, 3 bytes]']);
  });

  it('are only offered to be read where there are any, and to be changed only where that is listed', async () => {
    const reading = { tools: ['list_files', 'read_file'] };
    expect(toolNames((await call(reading, [])).world)).toEqual([]);
    expect(toolNames((await call(reading, [], { files })).world)).toEqual(reading.tools);
    expect(toolNames((await call({}, [], { files })).world)).toEqual([]);
    const { world } = await call({ tools: ['delete_file'] }, [[{ name: 'delete_file', args: { path: '/pic' } }]], {
      files,
    });
    expect(toolNames(world)).toEqual(['delete_file']);
    expect(Object.keys(world.files.texts())).not.toContain('/pic');
  });

  it('are changed at the one place that has a text, and else stay as they are', async () => {
    const edit = (path: string, old_text: string, new_text: string) => [
      { name: 'edit_file', args: { path, old_text, new_text } },
    ];
    const { world, answers } = await call(
      { tools: ['edit_file'] },
      [
        edit('/a.txt', 'two', '$& 2'),
        edit('/a.txt', 'x\n', ''),
        edit('/a.txt', 'x', 'y'),
        edit('/gone', 'x', 'y'),
        edit('/pic', 'x', 'y'),
        edit('/a.txt', '', 'y'),
      ],
      { files: { '/a.txt': '\uFEFFone x\r\ntwo\r\nx x', '/pic': 'x\0' } },
    );
    const bytes = await world.files.read('/a.txt');
    const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    expect(whole).toBe('\uFEFFone x\r\n$& 2\r\nx x');
    expect(answers).toEqual([
      '/a.txt: changed at line 2.',
      expect.stringMatching(/^! \/a\.txt does not have this text\. Its lines end with \\r\\n\./),
      expect.stringMatching(/^! \/a\.txt has this text 3 times, from the lines 1, 3, 3\./),
      expect.stringMatching(/^! There is no file \/gone\./),
      expect.stringMatching(/^! \/pic is not a text in UTF-8\./),
      expect.stringContaining('old_text'),
    ]);
  });

  it('that are not there cannot be removed, and the model is told so', async () => {
    const { answers } = await call({ tools: ['delete_file'] }, [[{ name: 'delete_file', args: { path: '/gone' } }]], {
      files,
    });
    expect(answers).toEqual(['/gone: there is no such file.']);
  });

  it('that are attached stay in the context until they are detached', async () => {
    const { world } = await call(
      { tools: ['attach_file', 'detach_file'] },
      [[{ name: 'attach_file', args: { path: '/notes.md' } }], 'Wait.'],
      { files },
    );
    expect(answersIn(world.models.requests.at(-1))).toEqual(['<file path="/notes.md">\nnote\n</file>']);
    const taken = await call(
      { tools: ['attach_file', 'detach_file'] },
      [[{ name: 'attach_file', args: { path: '/notes.md' } }], [{ name: 'detach_file', args: { path: '/notes.md' } }]],
      { files },
    );
    expect(taken.answers).toEqual([
      '[/notes.md was taken out of the context]',
      '/notes.md is no longer in the context.',
    ]);
  });
});

describe('memory', () => {
  it('holds what was remembered, and finds it by its words', async () => {
    const { world, answers } = await call({ tools: ['remember', 'recall'] }, [
      [{ name: 'remember', args: { text: 'The door is blue.' } }],
      [{ name: 'remember', args: { text: 'The window is red.' } }],
      [
        { name: 'recall', args: { query: 'Which door?' } },
        { name: 'recall', args: { query: 'cellar' } },
        { name: 'recall' },
      ],
    ]);
    const paths = Object.keys(world.files.texts());
    expect(paths).toHaveLength(2);
    for (const path of paths) expect(path).toMatch(/^\/memory\/\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{8}\.md$/);
    expect(answers[2]).toContain('The door is blue.');
    expect(answers[2]).not.toContain('window');
    expect(answers[3]).toBe('Nothing is remembered about that.');
    expect(answers[4]).toContain('window');
  });
});

describe('notes', () => {
  it('become those of the result', async () => {
    const { world } = await call({ tools: ['note'] }, [
      [{ name: 'note', args: { data_usage: 'the first table' } }],
      [{ name: 'note', args: { data_usage: 'and the last', text: 'Decision: none' } }],
    ]);
    const end = world.log.events.find(({ kind }) => kind === 'task.completed');
    expect(end?.data).toMatchObject({ notes: { data_usage: 'the first table\nand the last', text: 'Decision: none' } });
  });
});

describe('a script that the model writes', () => {
  it('is run where that is listed', async () => {
    const { world, answers } = await call(
      { tools: ['run_script'] },
      [[{ name: 'run_script', args: { content: 'cat', stdin: 'in' } }]],
      { script: () => ({ stdout: 'out', stderr: 'hm' }) },
    );
    expect(world.scripts).toMatchObject([{ language: 'bash', content: 'cat', stdin: 'in' }]);
    expect(answers).toEqual(['out\nstderr:\nhm']);
  });
});

describe('a question', () => {
  const asking = [[{ name: 'ask_user', args: { question: 'Which one?' } }]];

  it('waits for the person, with its slot given to others, and without an end by the timeout', async () => {
    const world = createWorld({
      answer: turns(...asking),
      person: ({ text }) => (text === 'Which one?' ? 'the first' : undefined),
    });
    await world.run(planOf({ a: { interactive: true } }));
    expect(answersIn(world.models.requests.at(-1))).toEqual(['the first']);
    const kinds = world.log.events.map(({ kind, path }) => `${kind} ${path}`);
    expect(kinds).toContain('input.requested task/a/attempt/1/turn/1/tool/1/ask/1');
    expect(kinds).toContain('input.provided task/a/attempt/1/turn/1/tool/1/ask/1');
  });

  it('is asked again after a reload, without being requested again', async () => {
    const plan = planOf({ a: { interactive: true } });
    const first = createWorld({
      answer: turns(...asking),
      person: () => {
        first.stop.abort();
        return { wait: true };
      },
    });
    await first.run(plan);
    const asked = first.log.events.findIndex(({ kind }) => kind === 'input.requested');
    const log = first.log.events.slice(0, asked + 1);
    expect(asked).toBeGreaterThan(0);
    const second = createWorld({ answer: turns(...asking), person: () => 'at last', log });
    expect(await second.run(plan)).toBe('completed');
    expect(second.log.events.filter(({ kind }) => kind === 'input.requested')).toHaveLength(1);
    expect(second.models.requests).toHaveLength(1);
    expect(answersIn(second.models.requests[0])).toEqual(['at last']);
  });

  it('fails the task where nobody can answer, or nobody does in time', async () => {
    const nobody = await call({ interactive: true }, asking);
    expect(taskOf(nobody.world)).toMatchObject({ error: { details: { reason: 'no_person' } } });
    const late = await call({ interactive: true, inputTimeoutMs: 1000 }, asking, { person: () => ({ wait: true }) });
    expect(taskOf(late.world)).toMatchObject({ error: { details: { reason: 'input_timeout' } } });
  });

  it('is only possible where the task is interactive', async () => {
    const { answers } = await call({ tools: ['ask_user'] }, asking, { person: () => 'yes' });
    expect(answers[0]).toMatch(/^! There is no such tool/);
  });
});
