import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { memoryGrants, run } from '../memory-io.testing';
import { createGrantFile } from '../secrets/grant-file';

const origin = 'http://127.0.0.1:1';
const files = {
  'a.yaml': `default_model: sim:fast
tools:
  t: { description: t, http: { url: "${origin}/x", headers: { a: "{{secrets.KEY}}" } } }
tasks:
  a: { type: tool, tool: t, args: {} }
`,
};
const env = { HEDDLE_SECRET_KEY: 'hush-0123456789' };
/** A run whose tool was called: nothing answers at its address. */
const isSent = 'No answer from 127.0.0.1:1';

describe('a run that would send a secret', () => {
  it('is refused before anything is sent, with the flag that allows it', async () => {
    const { code, err } = await run('run a.yaml', { files, env });
    expect(code).toBe(1);
    expect(err).toContain(`a (t) sends the secret KEY to ${origin}.`);
    expect(err).toContain(`run with --allow-secret KEY=${origin}`);
    expect(err).not.toContain(isSent);
  });

  it.each([
    [`--allow-secret KEY=${origin}`, {}],
    [`--allow-secret OTHER=${origin} --allow-secret KEY=${origin}/`, {}],
    ['', { HEDDLE_ALLOW_SECRETS: `A=https://a.example, KEY=${origin}` }],
  ])('is run with %s %o', async (flags, more) => {
    const { err } = await run(`run a.yaml ${flags}`.trim(), { files, env: { ...env, ...more } });
    expect(err).toContain(isSent);
  });

  it.each([
    ['--allow-secret KEY', '--allow-secret: “KEY” names no secret.'],
    [`--allow-secret KEY=${origin}/x`, `KEY=${origin}`],
    [`--allow-secret KEY=https://127.0.0.1:1`, 'Nobody has allowed that'],
    [`--allow-secret OTHER=${origin}`, 'Nobody has allowed that'],
  ])('is refused with %s', async (flags, words) => {
    const { code, err } = await run(`run a.yaml ${flags}`, { files, env });
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(words);
    expect(err).not.toContain(isSent);
  });

  it('asks a person at the terminal once, and keeps the answer for that file', async () => {
    const grants = memoryGrants();
    const asked: string[] = [];
    const answering = (answer: string) => async (text: string) => {
      asked.push(text);
      return answer;
    };
    const refused = await run('run a.yaml', { files, env, grants, ask: answering('n') });
    expect([refused.code, refused.err.includes(isSent)]).toEqual([1, false]);
    expect((await run('run a.yaml', { files, env, grants, ask: answering('y') })).err).toContain(isSent);
    expect((await run('run a.yaml', { files, env, grants, ask: answering('n') })).err).toContain(isSent);
    expect(asked).toEqual([expect.stringContaining(`a (t) sends the secret KEY to ${origin}.`), asked[0]]);
    const listed = await run('secrets', { grants });
    expect(listed.out).toMatch(/KEY +http:\/\/127\.0\.0\.1:1 +a\.yaml +2026-01-01/);
    // Another file asks again.
    const other = await run('run b.yaml', { files: { 'b.yaml': files['a.yaml'] }, env, grants });
    expect(other.err).not.toContain(isSent);
  });

  it('is dry without any of it', async () => {
    const dry = await run('dry-run a.yaml', { files });
    expect([dry.code, dry.err.includes('Completed')]).toEqual([0, true]);
  });

  it('is told of by validate and plan', async () => {
    expect((await run('validate a.yaml', { files })).err).toContain(`a.yaml: Sends the secret KEY to ${origin} (t).`);
    expect((await run('plan a.yaml', { files })).out).toMatch(/Secret +KEY to http:\/\/127\.0\.0\.1:1, by a/);
    expect(JSON.parse((await run('validate a.yaml --json', { files })).out)).toEqual([
      {
        ...{ file: 'a.yaml', severity: 'note', message: `Sends the secret KEY to ${origin} (t).` },
        ...{ secret: 'KEY', sent_to: origin, tool: 't' },
      },
    ]);
    const { secrets } = JSON.parse((await run('plan a.yaml --json', { files })).out) as { secrets: unknown };
    expect(secrets).toEqual([{ secret: 'KEY', sent_to: origin, task: 'a', tool: 't' }]);
  });
});

it('is not given to a run from elsewhere that is imported as one of the file, nor to one without a file', async () => {
  const world = { files, env, grants: memoryGrants(), journal: createRunJournal() };
  await run('run a.yaml', { ...world, ask: async () => 'y' });
  expect(await world.grants.all()).toHaveLength(1);
  const exported = (await run('export a.yaml', world)).out;
  const theirs = { ...world, files: { ...files, 'their.jsonl': exported } };
  const id = (await run('import their.jsonl a.yaml', theirs)).out.trim();
  expect((await run(`run --from ${id}`, world)).err).toContain('Nobody has allowed that.');
  const imported = await world.journal.executions.get(id);
  if (imported === undefined) throw new Error('It was not imported.');
  await world.journal.executions.create({ ...imported, id: 'sent', status: 'running' });
  expect((await run('run a.yaml --resume=sent', world)).err).toContain('Nobody has allowed that');
});

it('what is allowed for a folder or file is listed, and revoked', async () => {
  const grants = memoryGrants();
  const folder = mkdtempSync(join(tmpdir(), 'heddle-secrets-'));
  expect((await run('secrets', { grants })).err).toContain('No secret is allowed');
  expect((await run(`secrets allow KEY=${origin}`, { grants })).err).toContain('For which workflows?');
  expect((await run(`secrets allow KEY=${origin} ${folder}/none`, { grants })).code).toBe(2);
  expect((await run(`secrets allow KEY ${folder}`, { grants })).code).toBe(2);
  expect((await run(`secrets allow KEY=${origin} ${folder}`, { grants })).code).toBe(0);
  const file = join(folder, 'a.yaml');
  expect((await run(`run ${file}`, { files: { [file]: files['a.yaml'] }, env, grants })).err).toContain(isSent);
  expect(JSON.parse((await run('secrets --json', { grants })).out)).toEqual([
    { secret: 'KEY', target: origin, scope: folder, at: '2026-01-01T00:00:00.000Z' },
  ]);
  expect((await run(`secrets revoke KEY=https://else.example`, { grants })).code).toBe(2);
  expect((await run(`secrets revoke KEY=${origin}`, { grants })).code).toBe(0);
  expect((await run(`run ${file}`, { files: { [file]: files['a.yaml'] }, env, grants })).err).not.toContain(isSent);
});

it('is kept in a file, and a damaged one allows nothing and is not written over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-secrets-'));
  const grant = { secret: 'KEY', target: origin, scope: '/flows', at: '2026-01-01T00:00:00.000Z' };
  await createGrantFile(join(folder, 'new')).change((before) => [...before, grant]);
  expect(await createGrantFile(join(folder, 'new')).all()).toEqual([grant]);
  writeFileSync(join(folder, 'secrets.json'), '{"version": 2}');
  await expect(createGrantFile(folder).all()).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  await expect(createGrantFile(folder).change(() => [])).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{"version": 2}');
});
