import { expect, it } from 'vitest';
import { memoryGrants } from '@/cli/memory-io.testing';
import { openServedSecrets } from '@/cli/serve/served-secrets';
import { serveHere } from './served';

const origin = 'https://api.example.org';
const sending = `
default_model: sim:fast
tools:
  find: { description: Finds, http: { url: "${origin}/x", headers: { a: "{{secrets.KEY}}" } } }
tasks:
  a: { type: tool, tool: find, args: {} }
`;
const texts = {
  'a.yaml': sending,
  'team/a.yaml': sending,
  'none.yaml': 'tasks: { a: { description: x, model: "sim:echo" } }',
};
const use = { secret: 'KEY', target: origin };
const started = { secret: 'OTHER', target: 'https://other.example' };

function serve() {
  const grants = memoryGrants();
  const secrets = openServedSecrets(
    { HEDDLE_SECRET_KEY: 'hush' },
    [started],
    grants,
    () => 0,
    () => {},
  );
  return { ...serveHere(texts, { secrets }), grants, secrets };
}

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

it('are listed, allowed for one workflow, and revoked by the owner of a server', async () => {
  const { call, grants } = serve();
  const at = '/api/v1/workflows/a.yaml/secrets';
  const asked = { ...use, tool: 'find', allowed: false };
  expect((await call('GET', at)).json).toEqual({ secrets: [asked] });
  expect((await call('POST', '/api/v1/workflows/a.yaml/runs', json({}))).status).toBe(422);

  const allowed = { secrets: [{ ...asked, allowed: true, at: '1970-01-01T00:00:00.000Z' }] };
  expect((await call('POST', at, json({ secret: 'KEY', target: `${origin}:443/` }))).json).toEqual(allowed);
  expect((await call('POST', '/api/v1/workflows/a.yaml/runs', json({}))).status).toBe(201);
  expect((await call('GET', '/api/v1/secrets')).json).toEqual({
    secrets: [started, { ...use, workflow: 'a.yaml', at: '1970-01-01T00:00:00.000Z' }],
  });

  const query = `secret=KEY&target=${encodeURIComponent(origin)}`;
  expect((await call('DELETE', `${at}?${query}`)).json).toEqual({ secrets: [asked] });
  expect((await call('DELETE', `${at}?${query}`)).status).toBe(404);
  expect((await call('POST', '/api/v1/workflows/a.yaml/runs', json({}))).status).toBe(422);
  expect(await grants.all()).toEqual([]);
});

it.each([
  ['a.yaml', { secret: 'KEY', target: 'https://else.example' }, 422],
  ['a.yaml', { secret: 'OTHER', target: origin }, 422],
  ['none.yaml', use, 422],
  ['a.yaml', { secret: 'KEY', target: `${origin}/path` }, 400],
  ['a.yaml', { secret: 'KEY', target: '*' }, 400],
  ['gone.yaml', use, 404],
])('%s is not allowed %o', async (name, asked, status) => {
  const { call, grants } = serve();
  expect((await call('POST', `/api/v1/workflows/${name}/secrets`, json(asked))).status).toBe(status);
  expect(await grants.all()).toEqual([]);
});

it('are not for who may only read or run', async () => {
  const { call, token } = serve();
  for (const scope of ['read', 'run'] as const) {
    const headers = { authorization: `Bearer ${token([scope])}`, 'content-type': 'application/json' };
    for (const path of ['/api/v1/secrets', '/api/v1/workflows/a.yaml/secrets']) {
      expect((await call('GET', path, { headers })).status).toBe(403);
    }
    const allowing = { ...json(use), headers };
    expect((await call('POST', '/api/v1/workflows/a.yaml/secrets', allowing)).status).toBe(403);
  }
});

it('are for the file alone, and for no other of its name', async () => {
  const { call, secrets, options } = serve();
  expect((await call('POST', '/api/v1/workflows/a.yaml/secrets', json(use))).status).toBe(200);
  // Another folder, and a text that was sent under the name.
  expect((await call('POST', '/api/v1/workflows/team%2Fa.yaml/runs', json({}))).status).toBe(422);
  const sent = { name: 'a.yaml', notation: 'yaml', text: sending };
  expect((await call('POST', '/api/v1/runs', json(sent))).status).toBe(422);
  // A run that says to be of the workflow, and was not started from its file here.
  for (const source of [
    { file: '/elsewhere/a.yaml', hash: '', folder: '/elsewhere' },
    { file: '/flows/a.yaml', hash: '', folder: '/flows', imported: true as const },
  ]) {
    await options.stores.sources?.put('other', source);
    const theirs = { id: 'other', workflowId: 'a.yaml' } as Parameters<typeof options.world.openRunSecrets>[0];
    const secretOf = await options.world.openRunSecrets(theirs);
    expect(() => secretOf('KEY', origin)).toThrow('Nobody has allowed');
  }
  expect((await secrets.openFor('/flows/a.yaml'))('KEY', origin)).toBe('hush');
  // A fork with the plan of its run is of the same file.
  const { json: run } = await call('POST', '/api/v1/workflows/a.yaml/runs', json({}));
  const id = run.id;
  await expect.poll(async () => (await options.stores.executions.get(id))?.status).toBe('failed');
  expect((await call('POST', `/api/v1/runs/${id}/forks`, json({ seq: 1 }))).status).toBe(201);
});

it('are not sent where what is kept cannot be read', async () => {
  const told: string[] = [];
  const damaged = { all: () => Promise.reject(new Error('torn')), change: () => Promise.reject(new Error('torn')) };
  const { openFor } = openServedSecrets(
    {},
    [],
    damaged,
    () => 0,
    (message) => told.push(message),
  );
  const secretOf = await openFor('/flows/a.yaml');
  expect(() => secretOf('KEY', origin)).toThrow('Nobody');
  await expect.poll(() => told).toEqual(['torn']);
});
