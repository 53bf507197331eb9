import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { builtCli } from '../support/built-cli';
import { framesOf, type ServedProcess, serveFolder } from './served-process';

const base = mkdtempSync(join(tmpdir(), 'heddle-serve-'));
const steps = ['one', 'two', 'three', 'four', 'five'];
/** Five calls, one after the other. */
const chain = `default_model: "openai:test"\nvariables: { WHO: nobody }\ntasks:\n${steps
  .map(
    (id, at) =>
      `  ${id}: { description: "Step ${id} for {{WHO}}"${at === 0 ? '' : `, depends_on: [${steps[at - 1]}]`} }\n`,
  )
  .join('')}`;
const sandboxed = `
tasks:
  shell: { type: script, script: { content: "cat /etc/passwd; echo in the shell" } }
  code: { type: script, script: { language: javascript, content: "console.log(6 * 7)" }, depends_on: [shell] }
`;
const keys = { OPENAI_API_KEY: 'planted-key-0123456789', HEDDLE_SECRET_TRACKER: 'planted-secret-0123456789' };
const planted = 'planted-input-0123456789';

let program: string;
let model: FaultServer;
const running: ServedProcess[] = [];

beforeAll(async () => {
  program = await builtCli();
  model = await startFaultServer();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.kill('SIGKILL')));
});
afterAll(() => model.close());

function newFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(base, 'folder-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function start(folder: string, args: readonly string[] = []): Promise<ServedProcess> {
  const served = await serveFolder(folder, args, { ...keys, OPENAI_BASE_URL: `${model.url}/v1` });
  running.push(served);
  return served;
}

function token(folder: string, ...args: string[]): string {
  const { stdout, status } = spawnSync(program, ['token', ...args, '.'], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.trim();
}

const post = (body: unknown = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Everything that is stored in a folder. */
function storedIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

it('a run that is watched goes on after a kill: no event is missed, and no call is made twice', async () => {
  const folder = newFolder({ 'chain.yaml': chain });
  model.on({ match: 'Step', reply: 'Done.' });
  model.on({ match: 'Step three', reply: 'Done.', holdAfterChunks: 0, times: 1 });
  const first = await start(folder);
  const started = await fetch(`${first.url}/api/v1/workflows/chain/runs`, post({ inputs: { WHO: planted } }));
  expect(started.status).toBe(201);
  const { id } = await started.json();
  const seen: number[] = [];
  const kinds: string[] = [];
  let isDone = false;
  const follow = async (url: string, until: () => boolean) => {
    const after = seen.at(-1);
    const headers = after === undefined ? {} : { 'last-event-id': String(after) };
    for await (const frame of framesOf(await fetch(`${url}/api/v1/runs/${id}/events/stream`, { headers }))) {
      if (frame.id !== undefined) {
        seen.push(frame.id);
        kinds.push(JSON.parse(frame.data).kind);
      }
      isDone ||= frame.name === 'end';
      if (until()) return;
    }
  };
  await follow(first.url, () => kinds.filter((kind) => kind === 'model.requested').length === 3);
  await expect.poll(() => model.count('Step three')).toBe(1);
  await first.kill('SIGKILL');
  model.release();
  const second = await start(folder);
  await follow(second.url, () => isDone);
  expect(seen).toEqual(seen.map((_, index) => index + 1));
  expect(kinds.at(-1)).toBe('run.completed');
  expect(kinds).toContain('run.resumed');
  // The call that was in flight was not answered, so it is made once more.
  expect(steps.map((step) => model.count(`Step ${step}`))).toEqual([1, 1, 2, 1, 1]);
  expect(await (await fetch(`${second.url}/api/v1/runs/${id}/result`)).text()).toBe('Done.');

  // What was planted is in no log; keys and secrets are in nothing that is stored or answered either.
  const answers: string[] = [];
  const paths = ['', '/events', '/outputs', '/questions', '/files', '/result'].map(
    (path) => `/api/v1/runs/${id}${path}`,
  );
  for (const path of [...paths, '/metrics', '/api/v1/runs', '/api/v1/workflows', '/api/v1/openapi.json']) {
    answers.push(await (await fetch(`${second.url}${path}`)).text());
  }
  for (const key of Object.values(keys))
    expect(answers.join('\n') + storedIn(folder) + first.said() + second.said()).not.toContain(key);
  expect(first.said() + second.said()).not.toContain(planted);
  expect(answers.join('\n')).toContain(planted);
  expect(first.said()).toContain('"kind":"run.started"');
});

it('asked to stop, it lets a call end, logs it, and exits with 0; the next one goes on from there', async () => {
  const folder = newFolder({ 'stop.yaml': chain.replaceAll('Step', 'Turn') });
  model.on({ match: 'Turn', reply: 'Done.' });
  model.on({ match: 'Turn two', reply: 'Done.', holdAfterChunks: 0, times: 1 });
  const first = await start(folder, ['--drain-seconds', '100']);
  const { id } = await (await fetch(`${first.url}/api/v1/workflows/stop/runs`, post())).json();
  await expect.poll(() => model.count('Turn two')).toBe(1);
  first.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${first.url}/api/v1/workflows/stop/runs`, post())).status).toBe(503);
  model.release();
  expect(await first.ended).toBe(0);
  const second = await start(folder);
  const frames = [];
  for await (const frame of framesOf(await fetch(`${second.url}/api/v1/runs/${id}/events/stream`))) frames.push(frame);
  expect(frames.at(-1)?.name).toBe('end');
  expect(steps.map((step) => model.count(`Turn ${step}`))).toEqual([1, 1, 1, 1, 1]);
});

it('scripts run in a sandbox, which sees nothing of this machine', async () => {
  const served = await start(newFolder({ 'sandboxed.yaml': sandboxed }));
  const done = await (await fetch(`${served.url}/api/v1/workflows/sandboxed/result`, post())).json();
  expect(done).toMatchObject({ run: { status: 'completed' }, result: '42' });
  const shell = await (await fetch(`${served.url}/api/v1/runs/${done.run.id}/output?path=shell`)).text();
  expect(shell).toContain('in the shell');
  expect(shell).not.toContain('root:');
});

it('with --allow-scripts they are processes in the folder, and servers over stdio may start', async () => {
  const tool = 'tools: { look: { mcp: { command: node, args: [server.mjs], tool: look } } }';
  const folder = newFolder({
    'real.yaml':
      'tasks: { a: { type: script, script: { content: "cat given.txt > made.txt; echo $OPENAI_API_KEY done" } } }',
    'stdio.yaml': `${tool}\ndefault_model: "openai:test"\ntasks: { a: { description: Hi, tools: [look] } }`,
    'given.txt': 'from the folder',
  });
  const result = async ({ url }: ServedProcess, name: string) => {
    const response = await fetch(`${url}/api/v1/workflows/${name}/result`, post());
    return { status: response.status, json: await response.json() };
  };
  const sandbox = await start(folder);
  expect(await result(sandbox, 'stdio')).toMatchObject({
    status: 422,
    json: { error: { message: expect.stringContaining('--allow-scripts') } },
  });
  await result(sandbox, 'real');
  expect(existsSync(join(folder, 'made.txt'))).toBe(false);
  await sandbox.kill('SIGTERM');
  const real = await start(folder, ['--allow-scripts']);
  expect(await result(real, 'real')).toMatchObject({ status: 200, json: { result: 'done' } });
  expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('from the folder');
});

it('keys come from a file, too, and are in nothing that it says or stores', async () => {
  const folder = newFolder({ 'key.yaml': 'default_model: "openai:test"\ntasks: { a: { description: Filed } }' });
  const keyed = newFolder({ 'keys.env': '# For the server.\nOPENAI_API_KEY="filed-key-0123456789"\n' });
  model.on({ match: 'Filed', reply: 'Done.', status: 401, message: 'Wrong key {key}', times: 1 });
  const served = await serveFolder(folder, ['--env-file', join(keyed, 'keys.env')], {
    OPENAI_BASE_URL: `${model.url}/v1`,
  });
  running.push(served);
  const response = await fetch(`${served.url}/api/v1/workflows/key/result`, post());
  const text = await response.text();
  expect(model.requests.at(-1)?.headers.authorization).toBe('Bearer filed-key-0123456789');
  expect(text + served.said() + storedIn(folder)).not.toContain('filed-key-0123456789');
});

it('a token that is made or revoked counts at once, and its secret is nowhere', async () => {
  const folder = newFolder({ 'chain.yaml': chain });
  const served = await start(folder);
  const status = async (secret?: string) =>
    (
      await fetch(`${served.url}/api/v1/runs`, {
        // A process that the test waits for may take longer than the server holds a connection.
        headers: { connection: 'close', ...(secret !== undefined && { authorization: `Bearer ${secret}` }) },
      })
    ).status;
  expect(await status()).toBe(200);
  const secret = token(folder, 'make', '--scope', 'read,run', '--expires', '30d');
  expect(secret).toMatch(/^heddle_[\w-]{43}$/);
  expect([await status(), await status(secret)]).toEqual([401, 200]);
  const [{ id }] = JSON.parse(token(folder, 'list', '--json'));
  token(folder, 'revoke', id);
  expect([await status(), await status(secret)]).toEqual([401, 401]);
  expect(storedIn(folder) + served.said()).not.toContain(secret);
  const { status: exit, stderr } = spawnSync(program, ['serve', '.', '--host', '0.0.0.0', '--port', '0'], {
    cwd: newFolder({}),
    encoding: 'utf8',
  });
  expect([exit, stderr]).toEqual([2, expect.stringContaining('heddle token make')]);
});

it('nothing outside of the folder is served', async () => {
  const outside = newFolder({ 'secret.yaml': chain });
  const folder = newFolder({ 'chain.yaml': chain, '.hidden/a.yaml': chain, 'node_modules/x/a.yaml': chain });
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'link.yaml'));
  const page = join(dirname(program), '..');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<title>Heddle</title>');
  const served = await start(folder);
  const { workflows } = await (await fetch(`${served.url}/api/v1/workflows`)).json();
  expect(workflows.map(({ name }: { name: string }) => name)).toEqual(['chain.yaml']);
  const names = [
    ...['../secret.yaml', `../${outside.split('/').pop()}/secret.yaml`, `${outside}/secret.yaml`, 'linked/secret.yaml'],
    ...[
      'link.yaml',
      '.hidden/a.yaml',
      '.heddle/tokens.json',
      'node_modules/x/a.yaml',
      'chain.yaml\0',
      '..\\secret.yaml',
      'x'.repeat(900),
    ],
  ];
  for (const name of names) {
    expect([name, (await fetch(`${served.url}/api/v1/workflows/${encodeURIComponent(name)}/text`)).status]).toEqual([
      name,
      404,
    ]);
  }
  const raw = [
    '/../../../etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/cli/heddle.js',
    '/assets/../cli/heddle.js',
  ];
  const { hostname, port } = new URL(served.url);
  const { request } = await import('node:http');
  for (const path of raw) {
    const status = await new Promise((resolve, reject) =>
      request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end(),
    );
    expect([path, status]).toEqual([path, 404]);
  }
  const home = await fetch(served.url);
  expect([await home.text(), home.headers.get('content-security-policy')]).toEqual([
    '<title>Heddle</title>',
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  for (const id of ['..', '..%2f..%2fetc', '%2e%2e']) {
    expect((await fetch(`${served.url}/api/v1/runs/${id}/events`)).status).toBe(404);
  }
});

it('workflows are tools of an MCP server, over HTTP and over standard streams', async () => {
  const folder = newFolder({ 'greet.yaml': chain.replaceAll('Step', 'Tool') });
  model.on({ match: 'Tool', reply: 'Good day.' });
  const secret = token(folder, 'make', '--scope', 'run');
  const served = await start(folder);
  const overHttp = new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  });
  const overStdio = new StdioClientTransport({
    command: program,
    args: ['mcp', '.'],
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...keys,
      OPENAI_BASE_URL: `${model.url}/v1`,
      HEDDLE_HOME: join(folder, '.home'),
    },
    stderr: 'ignore',
  });
  for (const transport of [overHttp, overStdio]) {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['greet', 'heddle_run', 'heddle_answer', 'heddle_cancel']);
    expect(tools[0]?.inputSchema).toMatchObject({
      type: 'object',
      properties: { WHO: { type: 'string', default: 'nobody' } },
    });
    const answer = await client.callTool({ name: 'greet', arguments: { WHO: 'Ada' } });
    expect(answer.content).toEqual([{ type: 'text', text: 'Good day.' }]);
    const wrong = await client
      .callTool({ name: 'greet', arguments: { WHO: 3 } })
      .catch(({ message }) => ({ isError: true, content: message }));
    expect(wrong.isError).toBe(true);
    const none = await client.callTool({ name: 'heddle_run', arguments: { run: '../x' } });
    expect(none).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('There is no such run.') }],
    });
    await client.close();
  }
  expect(model.count('Tool five for Ada')).toBe(2);
  expect(existsSync(join(folder, '.heddle', 'runs'))).toBe(true);
});

it('a model answers what a workflow asks, by tools', async () => {
  const text = 'tasks:\n  ask: { type: ask, message: Which?, form: { word: { type: text, required: true } } }\n';
  const served = await start(newFolder({ 'asking.yaml': text }));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`)));
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const [first] = content as { readonly text: string }[];
    return { isError, said: JSON.parse(first?.text ?? 'null') };
  };
  const { said } = await call('asking', {});
  expect(said).toMatchObject({
    status: 'running',
    questions: [{ text: 'Which?', form: { word: { required: true } } }],
  });
  const question = { run: said.run, path: said.questions[0].path };
  expect(await call('heddle_answer', { ...question, answer: { word: 3 } })).toMatchObject({ isError: true });
  expect(await call('heddle_answer', { ...question, answer: { word: 'Loom' } })).toEqual({
    isError: false,
    said: { word: 'Loom' },
  });
  const second = (await call('asking', {})).said;
  expect((await call('heddle_cancel', { run: second.run })).said).toEqual({ run: second.run, status: 'cancelled' });
  expect(await call('heddle_run', { run: second.run })).toMatchObject({ isError: true, said: { status: 'cancelled' } });
  await client.close();
});

it('a run that the command line runs in the same folder is watched, and is not steered', async () => {
  const folder = newFolder({ 'beside.yaml': chain.replaceAll('Step', 'Beside') });
  model.on({ match: 'Beside', reply: 'Done.' });
  model.on({ match: 'Beside two', reply: 'Done.', holdAfterChunks: 0, times: 1 });
  const served = await start(folder);
  const other = spawn(program, ['run', 'beside.yaml'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...keys,
      OPENAI_BASE_URL: `${model.url}/v1`,
      HEDDLE_HOME: join(folder, '.home'),
    },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => other.on('close', resolve));
  await expect.poll(() => model.count('Beside two')).toBe(1);
  const { runs } = await (await fetch(`${served.url}/api/v1/runs?workflow=beside.yaml`)).json();
  expect(runs).toMatchObject([{ status: 'running' }]);
  const at = `${served.url}/api/v1/runs/${runs[0].id}`;
  const refused = await fetch(`${at}/pause`, { method: 'POST' });
  expect([refused.status, (await refused.json()).error.message]).toEqual([
    409,
    expect.stringContaining(`process ${other.pid}`),
  ]);
  const frames = [];
  for await (const frame of framesOf(await fetch(`${at}/events/stream`))) {
    frames.push(frame);
    model.release();
  }
  expect(await ended).toBe(0);
  const ids = frames.flatMap(({ id }) => id ?? []);
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  expect(frames.at(-1)?.name).toBe('end');
});

it('what a server alone needs is loaded by no other command', () => {
  const isOfServer = (file: string) => /\/server-commands-[\w-]{8}\.js$/.test(file);
  /** The texts of a file and of all that it may load, at once or later, but for what `isLeftOut` names. */
  const collectLoaded = (file: string, isLeftOut: (path: string) => boolean, seen = new Map<string, string>()) => {
    if (seen.has(file) || isLeftOut(file)) return seen;
    const text = readFileSync(file, 'utf8');
    seen.set(file, text);
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g)) {
      collectLoaded(join(dirname(file), path), isLeftOut, seen);
    }
    return seen;
  };
  const all = collectLoaded(program, () => false);
  const others = collectLoaded(program, isOfServer);
  // Else nothing was left out, or the commands were not found.
  expect([...all.keys()].filter(isOfServer)).toHaveLength(1);
  for (const name of ['validate', 'document-commands', 'start-commands', 'kept-run-commands']) {
    expect([...others.keys()]).toContainEqual(expect.stringContaining(`/${name}-`));
  }
  for (const mark of ['heddle_http_request_seconds', 'X-Accel-Buffering']) {
    const having = (texts: ReadonlyMap<string, string>) => [...texts].filter(([, text]) => text.includes(mark));
    expect(having(all)).not.toEqual([]);
    expect(having(others).map(([file]) => file)).toEqual([]);
  }
});

it('the guide shows requests that work', async () => {
  const flows = {
    'greeting.yaml':
      'variables: { WHO: nobody }\ndefault_model: sim:fast\ntasks: { hi: { description: "Hello {{WHO}}" } }\n',
    'review.yaml':
      'variables: { STYLE: long }\ndefault_model: sim:fast\ntasks: { look: { description: "In {{STYLE}}", attachments: [/draft.md] } }\n',
    'draft.md': 'It was a dark night.',
    'research.yaml':
      'default_model: sim:fast\ntools: { find: { http: { url: "https://api.example.org/find", headers: { authorization: "Bearer {{secrets.SEARCH}}" } } } }\ntasks: { look: { description: Find it, tools: [find] } }\n',
    'send.yaml':
      'tasks: { release: { type: ask, message: Send this?, form: { decision: { type: choice, options: [send, drop] } } } }\n',
  };
  const folder = newFolder(flows);
  const served = await start(folder);
  const waiting = await (await fetch(`${served.url}/api/v1/workflows/send/result`, post())).json();
  const done = await (await fetch(`${served.url}/api/v1/workflows/greeting/result`, post())).json();
  // What `heddle export` writes in the guide.
  const archive = await fetch(`${served.url}/api/v1/runs/${done.run.id}/archive`);
  writeFileSync(join(folder, 'run.jsonl'), await archive.text());
  const guide = readFileSync('docs/guide/serving.md', 'utf8');
  const commands = [...guide.matchAll(/^\$ (curl (?:.*\\\n)*.*)$/gm)].map(([, command = '']) => command);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const real = command
      .replaceAll('localhost:4400', new URL(served.url).host)
      .replaceAll('20261122-101502-9f1c22ab', done.run.id)
      .replaceAll('/runs/ID/', `/runs/${waiting.run.id}/`)
      .replaceAll('release/ask/0', waiting.questions[0].path);
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', real.replace('curl ', 'curl --fail-with-body --max-time 60 ')],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect([command, status, stderr]).toEqual([command, 0, '']);
  }
});
