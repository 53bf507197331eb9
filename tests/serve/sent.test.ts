import { describe, expect, it } from 'vitest';
import { joinBytes } from '@/base/bytes';
import { dropBrokenSent } from '@/serve/runs/sent-runs';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import { type ServedHere, serveHere } from './served';

const text = `
name: Greeting
variables: { WHO: world }
default_model: sim:echo
tasks:
  hi: { description: "Hello {{WHO}}", attachments: [/given.txt] }
`;
const asking = 'tasks: { name: { type: ask, message: What is it called?, form: { word: { type: text } } } }';
/** A prompt that is kept beside the events. */
const long = 'x'.repeat(50_000);
const large = `
default_model: sim:echo
tasks: { much: { description: "${long}" } }
`;

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const sent = { name: 'My greeting', text, inputs: { WHO: 'Ada' }, files: [{ path: '/given.txt', text: 'Here.' }] };

/** The file of a run on a server. */
async function archiveOf({ call }: ServedHere, id: string): Promise<Blob> {
  const { response } = await call('GET', `/api/v1/runs/${id}/archive`);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  return response.blob();
}

function archiveForm(archive: Blob, name = 'Taken', files: readonly File[] = []): RequestInit {
  const form = new FormData();
  form.set('name', name);
  form.set('archive', archive, 'run.jsonl');
  for (const file of files) form.append('files', file);
  return { body: form };
}

async function ended({ call }: ServedHere, id: string): Promise<void> {
  await expect.poll(async () => (await call('GET', `/api/v1/runs/${id}`)).json.status).toBe('completed');
}

describe('a workflow that comes along', () => {
  it('runs with its inputs and files, and is not in the folder', async () => {
    const served = serveHere({});
    const started = await served.call('POST', '/api/v1/runs', json(sent));
    expect([started.status, started.json]).toEqual([201, expect.objectContaining({ workflow: 'sent:My greeting' })]);
    expect(started.response.headers.get('location')).toBe(`/api/v1/runs/${started.json.id}`);
    await ended(served, started.json.id);
    const result = await served.call('GET', `/api/v1/runs/${started.json.id}/result`);
    expect(await result.response.text()).toContain('Ada');
    expect((await served.call('GET', '/api/v1/workflows')).json.workflows).toEqual([]);
    const { json: plan } = await served.call('GET', `/api/v1/runs/${started.json.id}/plan`);
    expect(plan).toMatchObject({ name: 'Greeting', planVersion: expect.any(Number) });
  });

  it('is refused with its problems, for a name that is a path, and where its plan may not run', async () => {
    const served = serveHere({}, { refusalOf: () => 'Not with this server.' });
    const refused = async (more: object) => {
      const { status, json: answer } = await served.call('POST', '/api/v1/runs', json({ ...sent, ...more }));
      return [status, answer.error.problems?.[0]?.code ?? answer.error.message];
    };
    expect(await refused({ text: 'tasks: { a: { nme: 1 } }' })).toEqual([422, 'HED201']);
    for (const name of ['../a', 'a/b', 'a:b', '', 'x'.repeat(201), 'a\n']) {
      expect(await refused({ name })).toEqual([400, expect.stringContaining('name')]);
    }
    expect(await refused({ files: [{ path: '../../etc/passwd', text: '' }] })).toEqual([400, expect.anything()]);
    expect(await refused({ notation: 'toml' })).toEqual([400, expect.anything()]);
    expect(await refused({})).toEqual([422, 'Not with this server.']);
  });

  it('needs the scope admin: it may use what the server has', async () => {
    const served = serveHere({});
    const as = (secret: string) => ({ headers: { ...json({}).headers, authorization: `Bearer ${secret}` } });
    const [run, admin] = [served.token(['read', 'run']), served.token(['admin'])];
    const status = async (secret: string) =>
      (await served.call('POST', '/api/v1/runs', { ...json(sent), ...as(secret) })).status;
    expect([await status(run), await status(admin)]).toEqual([403, 201]);
  });
});

describe('a run', () => {
  it('goes from one server to another, whole', async () => {
    const [here, there] = [serveHere({ 'large.yaml': large }), serveHere({})];
    const { json: done } = await here.call('POST', '/api/v1/workflows/large.yaml/result', json({}));
    const archive = await archiveOf(here, done.run.id);
    const taken = await there.call('POST', '/api/v1/runs/archive', archiveForm(archive));
    expect([taken.status, taken.json]).toEqual([
      201,
      expect.objectContaining({ workflow: 'sent:Taken', status: 'completed', lastSeq: done.run.lastSeq }),
    ]);
    const resultOf = async ({ call }: ServedHere, id: string) =>
      (await call('GET', `/api/v1/runs/${id}/result`)).response.text();
    expect(await resultOf(there, taken.json.id)).toBe(await resultOf(here, done.run.id));
    const without = await here.call('GET', `/api/v1/runs/${done.run.id}/archive?payloads=false`);
    expect((await without.response.blob()).size).toBeLessThan(archive.size - long.length);
  });

  it('that had not ended is paused where it comes to, with its files, and goes on when it is resumed', async () => {
    const [here, there] = [serveHere({ 'asking.yaml': asking }), serveHere({})];
    const { json: run } = await here.call('POST', '/api/v1/workflows/asking.yaml/runs', json({}));
    const archive = await archiveOf(here, run.id);
    const files = [new File(['Mine.'], 'notes/mine.md')];
    const { json: taken } = await there.call('POST', '/api/v1/runs/archive', archiveForm(archive, 'Asking', files));
    expect(taken.status).toBe('waiting');
    const at = `/api/v1/runs/${taken.id}`;
    expect((await there.call('GET', `${at}/files`)).json.files).toEqual([{ path: '/notes/mine.md', bytes: 5 }]);
    await there.call('POST', `${at}/resume`);
    await expect.poll(async () => (await there.call('GET', `${at}/questions`)).json.questions.length).toBe(1);
    const [{ path }] = (await there.call('GET', `${at}/questions`)).json.questions;
    expect((await there.call('POST', `${at}/answers`, json({ path, answer: { word: 'Loom' } }))).status).toBe(204);
    await ended(there, taken.id);
  });

  it('that is no run, breaks off, is too large or may not run here is refused, and nothing of it is kept', async () => {
    const here = serveHere({ 'asking.yaml': asking });
    const { json: run } = await here.call('POST', '/api/v1/workflows/asking.yaml/runs', json({}));
    const archive = await archiveOf(here, run.id);
    const there = serveHere({}, { limits: { bodyBytes: archive.size + 2000 }, refusalOf: () => 'Not here.' });
    const status = async (init: RequestInit) => (await there.call('POST', '/api/v1/runs/archive', init)).status;
    expect(await status(archiveForm(new Blob(['no run'])))).toBe(400);
    expect(await status(archiveForm(archive.slice(0, archive.size - 10)))).toBe(400);
    expect(await status(archiveForm(archive, '../up'))).toBe(400);
    expect(await status(archiveForm(archive, 'a', [new File(['x'], '../up')]))).toBe(400);
    expect(await status(archiveForm(new Blob([archive, ' '.repeat(4000)])))).toBe(413);
    expect(await status(archiveForm(archive))).toBe(422);
    expect((await there.call('GET', '/api/v1/runs')).json.runs).toEqual([]);
    expect(await there.options.stores.files.list('being-taken-in')).toEqual([]);
  });

  it('that a process died over is removed at the next start, and not gone on with', async () => {
    const here = serveHere({ 'asking.yaml': asking });
    const { json: run } = await here.call('POST', '/api/v1/workflows/asking.yaml/runs', json({}));
    const pages: Uint8Array[] = [];
    for await (const page of writeRunFile(here.options.stores, run.id, { payloads: true, secrets: [] }))
      pages.push(page);
    const { stores } = here.options;
    const execution = await stores.executions.get(run.id);
    if (execution === undefined || joinBytes(pages).length === 0) throw new Error('There is no run.');
    // What a kill leaves: the head of a run without its log, and the mark.
    await stores.executions.create({ ...execution, id: 'half', lastSeq: 0, status: 'running' });
    await stores.files.write('being-taken-in', [{ path: '/half', content: new TextEncoder().encode('a') }]);
    await dropBrokenSent(stores);
    expect(await stores.executions.get('half')).toBeUndefined();
    expect(await stores.executions.get(run.id)).toBeDefined();
    expect(await stores.files.list('being-taken-in')).toEqual([]);
  });

  it('keeps the id that it is sent with, once', async () => {
    const [here, there] = [serveHere({ 'large.yaml': large }), serveHere({})];
    const { json: done } = await here.call('POST', '/api/v1/workflows/large.yaml/result', json({}));
    const archive = await archiveOf(here, done.run.id);
    const sendAs = async (id: string, file: Blob = archive) => {
      const init = archiveForm(file);
      if (init.body instanceof FormData) init.body.set('id', id);
      const { status, json: run } = await there.call('POST', '/api/v1/runs/archive', init);
      return [status, run.id];
    };
    const id = '0123456789abcdef0123456789abcdef';
    for (const wrong of ['being-taken-in', '../../etc', 'A'.repeat(32), 'a'.repeat(65), '']) {
      expect(await sendAs(wrong)).toEqual([400, undefined]);
    }
    // What breaks off leaves the id free; what is there stays.
    expect(await sendAs(id, archive.slice(0, archive.size - 10))).toEqual([400, undefined]);
    expect(await sendAs(id)).toEqual([201, id]);
    const keyed = `00000000-000000-${'0'.repeat(32)}`;
    expect(await sendAs(keyed)).toEqual([201, keyed]);
    expect(await sendAs(id)).toEqual([409, undefined]);
    expect(await sendAs(id, new Blob(['no run']))).toEqual([409, undefined]);
    expect((await there.call('GET', `/api/v1/runs/${id}`)).json).toMatchObject({ id, status: 'completed' });
  });
});

describe('a fork', () => {
  const greeting = 'default_model: sim:fast\ntasks: { hi: { description: Hello, attachments: [/given.txt] } }';
  const fork = async ({ call }: ServedHere, id: string, body: object) => {
    const { status, json: run } = await call('POST', `/api/v1/runs/${id}/forks`, json(body));
    return { status, run };
  };

  it('has the plan of its run or another one, and begins with its files under those that come along', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const files = [{ path: '/given.txt', text: 'Given.' }];
    const { json: done } = await served.call('POST', '/api/v1/workflows/greeting.yaml/result', json({ files }));
    const { id } = done.run;
    const own = await fork(served, id, {});
    expect(own).toMatchObject({ status: 201, run: { workflow: 'greeting.yaml' } });
    await ended(served, own.run.id);
    const callsOf = async (run: string) => (await served.call('GET', `/api/v1/runs/${run}`)).json.totals.calls;
    expect(await callsOf(own.run.id)).toBe(0);
    const fileOf = async (run: string) =>
      (await served.call('GET', `/api/v1/runs/${run}/file?path=/given.txt`)).response.text();
    expect(await fileOf(own.run.id)).toBe('Given.');
    const workflow = { name: 'mine', text: greeting };
    const other = await fork(served, id, { workflow, files: [{ path: '/given.txt', text: 'Other.' }] });
    expect(other).toMatchObject({ status: 201, run: { workflow: 'sent:mine' } });
    await ended(served, other.run.id);
    expect([await callsOf(other.run.id), await fileOf(other.run.id)]).toEqual([1, 'Other.']);
    const anew = await fork(served, id, { seq: 0 });
    await ended(served, anew.run.id);
    expect(await callsOf(anew.run.id)).toBe(1);
  });

  it('is refused for what does not fit, and without the scope admin', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const { json: done } = await served.call('POST', '/api/v1/workflows/greeting.yaml/result', json({}));
    const { id } = done.run;
    const status = async (body: object, of = id) => (await fork(served, of, body)).status;
    expect(await status({}, 'run-99')).toBe(404);
    expect(await status({ holds: true })).toBe(400);
    expect(await status({ targets: { kind: 'from', tasks: [{ task: 'hi' }] } })).toBe(400);
    expect(await status({ edits: [], workflow: { name: 'a', text: greeting } })).toBe(400);
    expect(await status({ seq: -1 })).toBe(400);
    expect(await status({ workflow: { name: '../a', text: greeting } })).toBe(400);
    expect(await status({ workflow: { name: 'a', text: 'tasks: { a: { nme: 1 } }' } })).toBe(422);
    const targets = { kind: 'only', tasks: [{ task: 'none' }] };
    expect(await status({ workflow: { name: 'a', text: greeting }, targets })).toBe(400);
    const headers = { ...json({}).headers, authorization: `Bearer ${served.token(['read', 'run'])}` };
    expect((await served.call('POST', `/api/v1/runs/${id}/forks`, { ...json({}), headers })).status).toBe(403);
  });
});
