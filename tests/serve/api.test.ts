import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, vi } from 'vitest';
import { operationsOf } from './described-api';
import { serveHere } from './served';

const greeting = `
name: Greeting
description: Says hello.
variables: { WHO: world, TIMES: 2 }
default_model: sim:fast
tasks:
  hi: { description: "Hello {{WHO}} {{TIMES}}", agent: { options: { latency_ms: 1 } } }
`;
const asking = `
tasks:
  name: { type: ask, message: What is it called?, form: { word: { type: text, required: true } } }
`;
const slow = `
tasks:
  wait: { description: Wait, model: "sim:slow", agent: { options: { latency_ms: 3600000 } } }
`;
const reading = `
default_model: sim:fast
tasks:
  read: { description: What does it say?, attachments: [/given.txt] }
`;
const texts = {
  'greeting.yaml': greeting,
  'team/asking.yaml': asking,
  'slow.yaml': slow,
  'reading.yaml': reading,
  'broken.yaml': 'tasks: { a: { nme: 1 } }',
};

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('the description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { app } = serveHere(texts);
    const described = await (await app.request('/api/v1/openapi.json')).json();
    expect(described.openapi).toBe('3.1.0');
    expect(await new Validator().validate(described)).toMatchObject({ valid: true });
  });

  it('names a scope for each operation, and an operation only once', () => {
    const operations = operationsOf(serveHere(texts).app.description());
    expect(operations.length).toBeGreaterThan(18);
    for (const { scope } of operations) expect(['read', 'run', 'admin']).toContain(scope);
  });
});

describe('who gets in', () => {
  const served = serveHere(texts, { limits: { wrongTokensPerMinute: 1000 } });
  const secrets = { read: served.token(['read']), run: served.token(['run']), admin: served.token(['admin']) };
  const expired = served.token(['admin'], Date.now() - 1);
  const revoked = served.token(['admin']);
  const last = served.tokens.pop();
  if (last !== undefined) served.tokens.push({ ...last, revokedAt: new Date().toISOString() });

  /** Each operation, with values for its parameters. */
  const calls = operationsOf(served.app.description()).map((operation) => {
    const path = operation.path.replace(/\{([^}]+)\}/g, (_all, name) => {
      const found = operation.parameters.find((one) => one.in === 'path' && one.name === name);
      return encodeURIComponent(String(found?.schema?.example));
    });
    return { ...operation, path, init: operation.requestBody === undefined ? {} : json({ path: 'a', answer: 'b' }) };
  });

  it.each(calls)('$method $path needs $scope', async ({ method, path, scope, init }) => {
    const status = async (secret?: string) => {
      const headers = { ...init.headers, ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }) };
      return (await served.app.request(path, { ...init, method, headers })).status;
    };
    expect(await status()).toBe(401);
    expect(await status('heddle_wrong')).toBe(401);
    expect(await status(expired)).toBe(401);
    expect(await status(revoked)).toBe(401);
    for (const [of, secret] of Object.entries(secrets)) {
      const isAllowed = of === scope || of === 'admin';
      const answered = await status(secret);
      if (isAllowed) expect([401, 403]).not.toContain(answered);
      else expect(answered).toBe(403);
    }
  });

  it('the MCP server and the figures need a token too, health does not', async () => {
    const status = async (path: string, secret?: string, method = 'GET') =>
      (
        await served.app.request(path, {
          method,
          headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
        })
      ).status;
    expect(await status('/mcp', undefined, 'POST')).toBe(401);
    expect(await status('/mcp', secrets.read, 'POST')).toBe(403);
    expect(await status('/metrics')).toBe(401);
    expect(await status('/metrics', secrets.run)).toBe(403);
    expect(await status('/metrics', secrets.read)).toBe(200);
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(200);
  });

  it('no token is in the log', () => {
    const all = served.logged.join('\n');
    for (const secret of [...Object.values(secrets), expired, revoked, 'heddle_wrong'])
      expect(all).not.toContain(secret);
    expect(all).toContain(served.tokens[0]?.id);
  });

  it('who guesses tokens is slowed down, and others are not', async () => {
    const here = serveHere(texts, { limits: { wrongTokensPerMinute: 2 } });
    const good = here.token(['read']);
    const status = async (secret: string) =>
      (await here.app.request('/api/v1/runs', { headers: { authorization: `Bearer ${secret}` } })).status;
    expect([await status('heddle_a'), await status('heddle_b'), await status('heddle_c')]).toEqual([401, 401, 429]);
    expect(await status(good)).toBe(200);
  });

  it('without a token that was ever made, somebody here gets in; elsewhere nobody does', async () => {
    expect((await serveHere(texts).app.request('/api/v1/runs')).status).toBe(200);
    expect((await serveHere(texts, { isOpen: false }).app.request('/api/v1/runs')).status).toBe(401);
  });
});

describe('where a request comes from', () => {
  const post = (headers: Record<string, string>) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  const path = '/api/v1/workflows/greeting.yaml/runs';

  it('a page of another origin cannot start a run, nor read one', async () => {
    const { app } = serveHere(texts);
    for (const headers of [
      { host: '127.0.0.1:4400', origin: 'https://evil.example' },
      { host: '127.0.0.1:4400', origin: 'null' },
      { host: '127.0.0.1:4400', origin: 'http://127.0.0.1:9999' },
      { host: '127.0.0.1:4400', 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await app.request(path, post(headers))).status).toBe(403);
      expect((await app.request('/api/v1/runs', { headers })).status).toBe(403);
      expect((await app.request('/mcp', post(headers))).status).toBe(403);
    }
    expect((await app.request(path, post({ host: '127.0.0.1:4400', origin: 'http://127.0.0.1:4400' }))).status).toBe(
      201,
    );
  });

  it('a name that was pointed to this machine is refused', async () => {
    const { app } = serveHere(texts, { hostNames: ['127.0.0.1', 'localhost', '[::1]'] });
    const status = async (host: string, at = '/api/v1/runs') => (await app.request(at, { headers: { host } })).status;
    expect(await status('evil.example:4400')).toBe(421);
    expect(await status('evil.example', '/')).toBe(421);
    expect(await status('127.0.0.1.evil.example')).toBe(421);
    expect(await status('localhost:4400')).toBe(200);
    expect(await status('[::1]:4400')).toBe(200);
  });

  it('pages of listed origins are answered with CORS, before they have a token', async () => {
    const served = serveHere(texts, { origins: ['https://flows.example.org'] });
    served.token(['read']);
    const headers = { origin: 'https://flows.example.org', 'access-control-request-method': 'POST' };
    const preflight = await served.app.request(path, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://flows.example.org');
    const other = await served.app.request(path, {
      method: 'OPTIONS',
      headers: { ...headers, origin: 'https://evil.example' },
    });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const refused = await served.app.request('/api/v1/runs', { headers: { origin: headers.origin } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, headers.origin]);
  });
});

describe('workflows', () => {
  const { call } = serveHere(texts);

  it('are listed with what they take', async () => {
    const { workflows } = (await call('GET', '/api/v1/workflows')).json;
    expect(workflows.map(({ name }: { name: string }) => name)).toEqual(Object.keys(texts));
    expect(workflows[0]).toMatchObject({
      title: 'Greeting',
      description: 'Says hello.',
      runnable: true,
      inputs: {
        properties: { WHO: { type: 'string', default: 'world' }, TIMES: { type: 'number', default: 2 } },
        additionalProperties: false,
      },
    });
    expect(workflows.at(-1)).toMatchObject({ name: 'broken.yaml', runnable: false });
  });

  it('are given as they are', async () => {
    const { response } = await call('GET', '/api/v1/workflows/team%2Fasking.yaml/text');
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'application/yaml; charset=utf-8',
      asking,
    ]);
    expect((await call('GET', '/api/v1/workflows/none.yaml')).status).toBe(404);
  });
});

describe('runs', () => {
  const served = serveHere(texts);
  const { call, app } = served;

  it('a run is started, watched and read', async () => {
    const started = await call('POST', '/api/v1/workflows/greeting.yaml/runs', json({ inputs: { WHO: 'Ada' } }));
    expect(started.status).toBe(201);
    const at = started.response.headers.get('location') ?? '';
    expect(at).toBe(`/api/v1/runs/${started.json.id}`);
    const { response } = await call('GET', `${at}/events/stream`);
    const text = await response.text();
    const seqs = [...text.matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq));
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(text).toMatch(/"kind":"run.completed".*\n\nevent: end\ndata: \{\}\n\n$/);
    const run = (await call('GET', at)).json;
    expect(run).toMatchObject({
      status: 'completed',
      workflow: 'greeting.yaml',
      tasks: { total: 1, done: 1 },
      lastSeq: seqs.length,
    });
    const { events, next } = (await call('GET', `${at}/events?from=2&limit=3`)).json;
    expect([events.map(({ seq }: { seq: number }) => seq), next]).toEqual([[2, 3, 4], 5]);
    expect((await call('GET', '/api/v1/runs')).json.runs.map(({ id }: { id: string }) => id)).toContain(run.id);
    const { outputs } = (await call('GET', `${at}/outputs`)).json;
    expect(outputs).toMatchObject([{ task: 'hi' }]);
    const whole = await (await call('GET', `${at}/output?path=hi`)).response.text();
    expect(whole).toContain('Ada');
    expect(await (await call('GET', `${at}/result`)).response.text()).toBe(whole);
    expect((await call('GET', `${at}/output?path=none`)).status).toBe(404);
  });

  it('a stream goes on after the event that the client has, and ends at once if it has all', async () => {
    const { json: run } = await call('POST', '/api/v1/workflows/greeting.yaml/result', json({}));
    const at = `/api/v1/runs/${run.run.id}/events/stream`;
    const resumed = async (id: string) => call('GET', `${at}?from=1`, { headers: { 'last-event-id': id } });
    expect(await (await resumed('4')).response.text()).toMatch(/^retry: 2000\n\nid: 5\n/);
    expect((await resumed(String(run.run.lastSeq))).status).toBe(204);
    expect(await (await resumed('none')).response.text()).toMatch(/^retry: 2000\n\nid: 1\n/);
  });

  it('text streams to who asks for it, before its reply', async () => {
    const { call } = serveHere({ 'greeting.yaml': greeting.replace('sim:fast', 'sim:default') });
    const { json: run } = await call('POST', '/api/v1/workflows/greeting.yaml/runs', json({}));
    const { response } = await call('GET', `/api/v1/runs/${run.id}/events/stream?live=true`);
    const text = await response.text();
    const first = text.indexOf('event: delta');
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(text.indexOf('"kind":"model.replied"'));
    expect((await call('GET', '/api/v1/server')).json).toMatchObject({
      version: '1.2.3',
      scopes: ['admin'],
      runs: { most: 256 },
    });
  });

  it('what runs do is counted', async () => {
    const here = serveHere(texts);
    await here.call('POST', '/api/v1/workflows/greeting.yaml/result', json({}));
    const figures = await (await here.app.request('/metrics')).text();
    for (const line of [
      'heddle_model_calls_total 1',
      'heddle_run_events_total{kind="completed"} 1',
      'heddle_tasks_total{outcome="completed"} 1',
      'heddle_active_runs 0',
    ]) {
      expect(figures).toContain(`${line}\n`);
    }
    expect(figures).toMatch(/^heddle_tokens_total\{direction="output"\} [1-9]/m);
    expect(figures).toMatch(/^heddle_cost_usd_total \d/m);
    expect(figures).toContain('route="/api/v1/workflows/:name/result",status="200"');
  });

  it('a workflow is called like a function', async () => {
    const done = await call(
      'POST',
      '/api/v1/workflows/greeting.yaml/result',
      json({ inputs: { WHO: 'Grace', TIMES: 3 } }),
    );
    expect(done.status).toBe(200);
    expect(done.json).toMatchObject({ whole: true, questions: [], run: { status: 'completed' } });
    expect(done.json.result).toContain('Grace 3');
    const body = '{"inputs": {"TIMES": 653247040368672768}}';
    const long = await call('POST', '/api/v1/workflows/greeting.yaml/result', { ...json({}), body });
    expect(long.json.result).toContain('world 653247040368672768');
    const empty = await call('POST', '/api/v1/workflows/greeting.yaml/result');
    expect(empty.json.result).toContain('world 2');
  });

  it('inputs that do not fit are refused before anything is asked', async () => {
    const refusedWith = async (body: unknown) => {
      const { status, json: answer } = await call('POST', '/api/v1/workflows/greeting.yaml/runs', json(body));
      return [status, answer.error.message];
    };
    expect(await refusedWith({ inputs: { TIMES: 'many' } })).toEqual([400, expect.stringContaining('TIMES')]);
    expect(await refusedWith({ inputs: { WHOM: 'Ada' } })).toEqual([400, expect.stringContaining('WHOM')]);
    expect(await refusedWith({ labels: ['gpu'] })).toEqual([400, expect.stringContaining('no labels')]);
    expect(await refusedWith({ labels: ['No label'] })).toEqual([400, expect.stringContaining('labels')]);
    expect(await refusedWith({ input: {} })).toEqual([400, expect.anything()]);
    expect(await refusedWith({ model: 'nothing' })).toEqual([400, expect.anything()]);
    const broken = await call('POST', '/api/v1/workflows/broken.yaml/runs', json({}));
    expect([broken.status, broken.json.error.problems]).toEqual([
      422,
      [expect.objectContaining({ code: 'HED201', line: 1 })],
    ]);
  });

  it('bodies that are malformed, too large, or of another kind are refused', async () => {
    const path = '/api/v1/workflows/greeting.yaml/runs';
    const { call: small } = serveHere(texts, { limits: { bodyBytes: 100 } });
    const secret = 'hunter2';
    const bad = await call('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: `{"inputs": ${secret}`,
    });
    expect([bad.status, JSON.stringify(bad.json)]).toEqual([400, expect.not.stringContaining(secret)]);
    const large = json({ inputs: { WHO: 'x'.repeat(200) } });
    expect((await small('POST', path, large)).status).toBe(413);
    const pieces = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(64))),
    });
    const endless = { headers: { 'content-type': 'application/json' }, body: pieces, duplex: 'half' };
    expect((await small('POST', path, endless as RequestInit)).status).toBe(413);
    expect(
      (await app.request(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })).status,
    ).toBe(415);
    expect(served.logged.join('\n')).not.toContain(secret);
  });

  it('files come with a run, and are its own', async () => {
    const bytes = Buffer.from('The answer is 42.').toString('base64');
    const { json: done } = await call(
      'POST',
      '/api/v1/workflows/reading.yaml/result',
      json({ files: [{ path: 'given.txt', base64: bytes }] }),
    );
    expect(done).toMatchObject({ run: { status: 'completed' } });
    const at = `/api/v1/runs/${done.run.id}`;
    expect((await call('GET', `${at}/files`)).json.files).toEqual([{ path: '/given.txt', bytes: 17 }]);
    expect(await (await call('GET', `${at}/file?path=given.txt`)).response.text()).toBe('The answer is 42.');
    expect((await call('GET', `${at}/file?path=../../etc/passwd`)).status).toBe(400);
    expect((await call('GET', `${at}/file?path=/notes/plan.md`)).status).toBe(404);
    const form = new FormData();
    form.set('inputs', '{}');
    form.append('files', new File(['By form.'], 'given.txt'));
    const byForm = await call('POST', '/api/v1/workflows/reading.yaml/result', { body: form });
    expect(byForm.json).toMatchObject({ run: { status: 'completed' } });
    const outside = await call(
      'POST',
      '/api/v1/workflows/reading.yaml/runs',
      json({ files: [{ path: '../x', text: '' }] }),
    );
    expect(outside.status).toBe(400);
  });

  it('files are stored once their run is held: another process may not take them for remains', async () => {
    const here = serveHere(texts);
    const { stores } = here.options;
    const holders: unknown[] = [];
    const { write } = stores.files;
    vi.spyOn(stores.files, 'write').mockImplementation(async (id, files) => {
      holders.push((await stores.locks.holder(id))?.name);
      await write(id, files);
    });
    const files = json({ files: [{ path: 'given.txt', text: 'Held.' }] });
    expect((await here.call('POST', '/api/v1/workflows/reading.yaml/result', files)).status).toBe(200);
    expect(holders).toEqual([expect.any(String)]);
  });

  it('questions are shown and answered', async () => {
    const first = await call('POST', '/api/v1/workflows/team%2Fasking.yaml/result', json({}));
    expect(first).toMatchObject({
      status: 202,
      json: { result: null, questions: [{ task: 'name', kind: 'input', text: 'What is it called?' }] },
    });
    const at = `/api/v1/runs/${first.json.run.id}`;
    const [question] = (await call('GET', `${at}/questions`)).json.questions;
    expect(question.form).toMatchObject({ word: { type: 'text', required: true } });
    const answer = (given: unknown, path = question.path) =>
      call('POST', `${at}/answers`, json({ path, answer: given }));
    expect((await answer({ word: 3 })).status).toBe(400);
    const deep = `{"path":${JSON.stringify(question.path)},"answer":${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
    expect((await call('POST', `${at}/answers`, { ...json({}), body: deep })).json.error.message).toContain('too deep');
    expect((await answer({ word: 'x' }, 'name/none')).status).toBe(404);
    expect((await answer({ word: 'Loom' })).status).toBe(204);
    await expect
      .poll(async () => (await call('GET', at)).json, { interval: 10 })
      .toMatchObject({ status: 'completed', questions: 0 });
    expect((await answer({ word: 'Loom' })).status).toBe(404);
  });

  it('a run is paused, resumed, cancelled and removed', async () => {
    const { json: run } = await call('POST', '/api/v1/workflows/slow.yaml/runs', json({}));
    const at = `/api/v1/runs/${run.id}`;
    expect((await call('POST', `${at}/pause`)).json).toMatchObject({
      status: 'waiting',
      waits: [{ reason: 'person' }],
    });
    expect((await call('POST', `${at}/resume`)).json.status).toBe('running');
    expect((await call('POST', `${at}/cancel`)).json.status).toBe('cancelled');
    expect((await call('GET', '/api/v1/runs?status=cancelled')).json.runs.map(({ id }: { id: string }) => id)).toEqual([
      run.id,
    ]);
    expect((await call('DELETE', at)).status).toBe(204);
    expect((await call('GET', at)).status).toBe(404);
  });

  it('lists go on after a run', async () => {
    const { runs, next } = (await call('GET', '/api/v1/runs?limit=2')).json;
    expect([runs.length, next]).toEqual([2, runs[1].id]);
    const more = (await call('GET', `/api/v1/runs?limit=2&after=${next}`)).json.runs;
    expect(more[0].id).not.toBe(next);
    expect((await call('GET', '/api/v1/runs?limit=0')).status).toBe(400);
  });
});

describe('limits', () => {
  it('of requests, runs and streams', async () => {
    const few = serveHere(texts, { limits: { requestsPerMinute: 3 } });
    for (let left = 3; left > 0; left -= 1) expect((await few.call('GET', '/api/v1/runs')).status).toBe(200);
    const refused = await few.call('GET', '/api/v1/runs');
    expect([refused.status, Number(refused.response.headers.get('retry-after')) > 0]).toEqual([429, true]);

    const one = serveHere(texts, { limits: { runs: 1, streams: 1 } });
    const { json: run } = await one.call('POST', '/api/v1/workflows/slow.yaml/runs', json({}));
    expect((await one.call('POST', '/api/v1/workflows/slow.yaml/runs', json({}))).status).toBe(503);
    const stream = `/api/v1/runs/${run.id}/events/stream`;
    const { response } = await one.call('GET', stream);
    expect((await one.call('GET', stream)).status).toBe(503);
    await response.body?.cancel();
    const again = await one.call('GET', stream);
    expect(again.status).toBe(200);
    await again.response.body?.cancel();
    await one.call('POST', `/api/v1/runs/${run.id}/cancel`);
  });
});

describe('stopping', () => {
  it('begins nothing more, ends streams, and leaves the runs for the next process', async () => {
    const { app, call, options } = serveHere(texts, { limits: { drainMs: 50 } });
    const { json: run } = await call('POST', '/api/v1/workflows/slow.yaml/runs', json({}));
    const { response } = await call('GET', `/api/v1/runs/${run.id}/events/stream`);
    const text = response.text();
    await app.runs.drain();
    expect(await text).not.toContain('event: end');
    expect((await call('POST', '/api/v1/workflows/slow.yaml/runs', json({}))).status).toBe(503);
    expect((await app.request('/readyz')).status).toBe(503);
    expect((await call('GET', `/api/v1/runs/${run.id}`)).json.status).toBe('interrupted');
    expect(await options.stores.locks.holder(run.id)).toBeUndefined();
  });
});

describe('a full disk', () => {
  it('is told of the run that waits for room, in the log of the server and in /readyz, until there is room', async () => {
    const { app, call, logged } = serveHere(texts);
    const { json: run } = await call('POST', '/api/v1/workflows/slow.yaml/runs', json({}));
    const of = { executionId: run.id, workflowId: 'slow.yaml' };
    app.runs.hub.hindered(of, { code: 'STORAGE_FULL', message: 'The disk is full.', retryable: true });
    expect((await call('GET', `/api/v1/runs/${run.id}`)).json).toMatchObject({
      status: 'waiting',
      waits: [{ reason: 'storage' }],
    });
    expect(logged.join('\n')).toContain('A run waits: The disk is full. It continues by itself.');
    const ready = await app.request('/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'storage_full', waiting: 1 }]);
    const figures = async () => (await app.request('/metrics')).text();
    expect(await figures()).toContain('\nheddle_runs_waiting_for_storage 1\n');
    app.runs.hub.hindered(of, null);
    expect((await call('GET', `/api/v1/runs/${run.id}`)).json).toMatchObject({ status: 'running', waits: [] });
    expect((await app.request('/readyz')).status).toBe(200);
    expect(await figures()).toContain('\nheddle_runs_waiting_for_storage 0\n');
    expect(logged.join('\n')).toContain('A run continues.');
    await call('POST', `/api/v1/runs/${run.id}/cancel`);
  });
});

describe('a workflow that declares inputs', () => {
  const declared = `
default_model: sim:fast
variables: { TONE: dry }
inputs:
  mail: { required: true, description: The mail as it came. }
  count: { type: number, max: 9, default: 2 }
  note: { type: file, accept: [.txt], max_bytes: 10 }
tasks:
  say: { description: "{{mail}} {{count}} {{TONE}}", agent: { options: { latency_ms: 1 } }, attachments: [{ from: note }] }
`;
  const path = '/api/v1/workflows/mail.yaml/runs';

  it('is described by their types, and refuses a start with all that is missing or wrong', async () => {
    const { call } = serveHere({ 'mail.yaml': declared });
    expect((await call('GET', '/api/v1/workflows/mail.yaml')).json.inputs).toMatchObject({
      properties: { mail: { type: 'string', description: 'The mail as it came.' }, count: { maximum: 9, default: 2 } },
      required: ['mail'],
      additionalProperties: false,
    });
    const refused = async (body: object) => {
      const { status, json: said } = await call('POST', path, json(body));
      return [status, JSON.stringify(said)] as const;
    };
    const [status, said] = await refused({ inputs: { count: 12, TONE: 'warm', note: '/gone.txt' } });
    expect(status).toBe(400);
    expect(said).toContain('mail: It is required. Give a text.');
    expect(said).toContain('count: 12 is more than 9. Give a number of 9 or less.');
    expect(said).toContain('TONE: There is no such input.');
    expect(said).toContain('note: There is no file /gone.txt.');
  });

  it('takes a file as the path of one of files, and a fork takes what its run was given', async () => {
    const { call } = serveHere({ 'mail.yaml': declared });
    const files = [{ path: '/inputs/a.txt', text: 'Hello' }];
    const started = await call('POST', path, json({ inputs: { mail: 'Hi', note: '/inputs/a.txt' }, files }));
    expect(started.status).toBe(201);
    const { id } = started.json;
    await (await call('GET', `/api/v1/runs/${id}/events/stream`)).response.text();
    expect((await call('GET', `/api/v1/runs/${id}`)).json.status).toBe('completed');
    const forked = await call(
      'POST',
      `/api/v1/runs/${id}/forks`,
      json({ workflow: { name: 'mail.yaml', text: declared } }),
    );
    expect(forked.status).toBe(201);
    const large = [{ path: '/b.txt', text: 'x'.repeat(11) }];
    const { status } = await call('POST', path, json({ inputs: { mail: 'Hi', note: '/b.txt' }, files: large }));
    expect(status).toBe(400);
  });

  it('is a tool of MCP with the same types, which is given a file as its name and content', async () => {
    const echoing = declared
      .replace('attachments: [{ from: note }]', 'inject_context: false')
      .replace('{{count}}', '{{note}}');
    const { app, options } = serveHere({ 'mail.yaml': echoing });
    const client = new Client({ name: 'test', version: '1' });
    const askApp = async (url: string | URL, init?: RequestInit) => app.request(`${url}`, init);
    await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1:4400/mcp'), { fetch: askApp }));
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'mail')?.inputSchema).toMatchObject({
      properties: {
        mail: { type: 'string', description: 'The mail as it came.' },
        count: { type: 'number', maximum: 9, default: 2 },
        note: {
          description: 'The path of a file of the run: .txt.',
          anyOf: [{ type: 'string' }, { required: ['name'] }],
        },
      },
      required: ['mail'],
      additionalProperties: false,
    });
    const call = async (args: Record<string, unknown>) => {
      const { content, isError = false } = await client.callTool({ name: 'mail', arguments: args });
      return [isError, (content as { readonly text: string }[])[0]?.text] as const;
    };
    expect(await call({ mail: 'Hi', note: { name: '../a.txt', text: 'Hello' } })).toEqual([
      false,
      expect.stringContaining('/inputs/a.txt dry'),
    ]);
    const [run] = await options.stores.executions.list('mail.yaml');
    expect(await options.stores.files.read(run?.id ?? '', '/inputs/a.txt')).toEqual(Buffer.from('Hello'));
    for (const [note, why] of [
      [{ name: 'a.txt', text: 'x', base64: 'eA==' }, 'either text or base64'],
      [{ name: 'a.txt', base64: 'x'.repeat(16) }, 'note'],
      [{ name: 'a.png', text: 'x' }, 'note'],
      ['/gone.txt', 'There is no file /gone.txt.'],
    ] as const) {
      expect(await call({ mail: 'Hi', note })).toEqual([true, expect.stringContaining(why)]);
    }
    expect((await call({}))[0]).toBe(true);
    await client.close();
  });
});
