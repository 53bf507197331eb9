import { describe, expect, it } from 'vitest';
import { createRunRecord } from '@/host/new-run';
import { createServeApp } from '@/serve/serve-app';
import { type ServedHere, serveHere } from './served';

const greeting = `
variables: { WHO: world }
default_model: sim:fast
tasks:
  hi: { description: "Hello {{WHO}}", attachments: [/given.txt] }
`;
const asking = `
tasks:
  who: { type: ask, message: Who is it?, form: { word: { type: text } } }
  hi: { description: "Hello {{who}}", depends_on: [who], model: "sim:slow", agent: { options: { latency_ms: 300 } } }
`;
const files = [{ path: '/given.txt', text: 'Given.' }];
const at = '/api/v1/workflows/greeting.yaml';
const key = '"8e03978e-40d5-43e8-bc93-6894a57f9324"';

const keyed = (body: unknown, given = key, more: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', 'idempotency-key': given, ...more },
  body: JSON.stringify(body),
});

const runsOf = async ({ call }: ServedHere) => (await call('GET', '/api/v1/runs')).json.runs.length;

describe('a request that is repeated with its key', () => {
  it('is answered with the run that it had started, also by another server of the store', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const first = await served.call('POST', `${at}/runs`, keyed({ inputs: { WHO: 'Ada' }, files }));
    expect(first.status).toBe(201);
    const { id } = first.json;
    const again = await served.call('POST', `${at}/runs`, keyed({ files, inputs: { WHO: 'Ada' } }));
    expect([again.status, again.json.id, again.response.headers.get('location')]).toEqual([
      201,
      id,
      `/api/v1/runs/${id}`,
    ]);
    // As after a restart: nothing of the process is left but the store.
    const other = createServeApp(served.options);
    const init = { ...keyed({ inputs: { WHO: 'Ada' }, files }), method: 'POST' };
    expect((await (await other.request(`${at}/runs`, init)).json()).id).toBe(id);
    expect(await runsOf(served)).toBe(1);
  });

  it('waits for the same result, however long each of them waits', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const first = await served.call('POST', `${at}/result?wait=0`, keyed({ files }));
    const again = await served.call('POST', `${at}/result?wait=60`, keyed({ files }));
    expect([again.status, again.json.run.id]).toEqual([200, first.json.run.id]);
  });

  it('waits for the result again after what the run asked was answered', async () => {
    const served = serveHere({ 'greeting.yaml': asking });
    const first = await served.call('POST', `${at}/result?wait=60`, keyed({}));
    const { run, questions } = first.json;
    expect([first.status, questions.length]).toEqual([202, 1]);
    await served.call(
      'POST',
      `/api/v1/runs/${run.id}/answers`,
      keyed({ path: questions[0].path, answer: { word: 'Ada' } }),
    );
    const again = await served.call('POST', `${at}/result?wait=60`, keyed({}));
    expect([again.status, again.json.run.status]).toEqual([200, 'completed']);
  });

  it('is refused with another body, at another route, and while the first is under way', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const post = (path: string, body: unknown) => served.call('POST', path, keyed(body));
    const both = await Promise.all([post(`${at}/runs`, { files }), post(`${at}/runs`, { files })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await post(`${at}/runs`, { files, inputs: { WHO: 'Bob' } })).status).toBe(422);
    expect((await post(`${at}/runs`, { files: [{ path: '/given.txt', text: 'Other.' }] })).status).toBe(422);
    const other = await post('/api/v1/runs', { name: 'sent', text: greeting, files });
    expect([other.status, other.json.error.message]).toEqual([422, 'This Idempotency-Key came with another request.']);
    expect(await runsOf(served)).toBe(1);
  });

  it('starts its run if another server holds it, only once that has let go', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const started = await served.call('POST', `${at}/result`, keyed({ files }));
    const { id } = started.json.run;
    await served.call('DELETE', `/api/v1/runs/${id}`);
    const hold = await served.options.stores.locks.hold(id);
    expect((await served.call('POST', `${at}/runs`, keyed({ files }))).status).toBe(409);
    if (hold.ok) hold.value.release();
    // A key is free again when its run is removed.
    const again = await served.call('POST', `${at}/runs`, keyed({ files, inputs: { WHO: 'Bob' } }));
    expect([again.status, again.json.id]).toEqual([201, id]);
  });

  it('starts the run that a server had stored when it was killed, and not begun', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const { stores } = served.options;
    const first = await served.call('POST', `${at}/result`, keyed({ files }));
    const { id } = first.json.run;
    const run = await stores.executions.get(id);
    if (run === undefined) throw new Error('It is not stored.');
    await served.call('DELETE', `/api/v1/runs/${id}`);
    await stores.files.write(id, [{ path: '/given.txt', content: new TextEncoder().encode('Given.') }]);
    await stores.executions.create(createRunRecord({ ...run, now: 0 }));
    const again = await served.call('POST', `${at}/result?wait=20`, keyed({ files }));
    expect([again.status, again.json.run.id]).toEqual([200, id]);
  });

  it('is another one of another token; what started nothing can be sent again', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const as = (secret: string, body: unknown) => keyed(body, key, { authorization: `Bearer ${secret}` });
    const [first, second] = [served.token(['run', 'admin']), served.token(['run', 'admin'])];
    const wrong = await served.call('POST', `${at}/runs`, as(first, { inputs: { NONE: 1 } }));
    expect(wrong.status).toBe(400);
    const mine = await served.call('POST', `${at}/runs`, as(first, { files }));
    const theirs = await served.call('POST', `${at}/runs`, as(second, { files, inputs: { WHO: 'Bob' } }));
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.json.id).not.toBe(mine.json.id);
    expect((await served.call('POST', `${at}/runs`, { ...as(first, {}), ...keyed({}, '"') })).status).toBe(401);
    expect((await served.call('POST', `${at}/runs`, keyed({}, '"', { authorization: `Bearer ${first}` }))).status).toBe(
      400,
    );
  });

  it('may be one with files, of a workflow that comes along, or for a fork', async () => {
    const served = serveHere({ 'greeting.yaml': greeting });
    const form = () => {
      const body = new FormData();
      body.set('inputs', '{"WHO": "Ada"}');
      body.append('files', new File(['Given.'], 'given.txt'));
      return { headers: { 'idempotency-key': key }, body };
    };
    const ids = async (path: string, init: () => RequestInit) => {
      const [one, two] = [await served.call('POST', path, init()), await served.call('POST', path, init())];
      expect([one.status, two.status, two.json.id]).toEqual([201, 201, one.json.id]);
      return String(one.json.id);
    };
    const id = await ids(`${at}/runs`, form);
    await ids('/api/v1/runs', () => keyed({ name: 'sent', text: greeting, files }, 'second'));
    await ids(`/api/v1/runs/${id}/forks`, () => keyed({}, 'third'));
    expect(await runsOf(served)).toBe(3);
  });
});
