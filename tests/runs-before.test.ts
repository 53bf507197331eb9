import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { openSettings } from '@/worker/settings';
import { runHere } from './support/run-here';

/** What builds before 0.2.0 left behind: a run that ended, and one that was killed. */
const fixtures = resolve('tests', 'fixtures');
let root = '';
let [ended, killed] = ['', ''];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-before-'));
  cpSync(join(fixtures, 'before-0.2.0'), join(root, 'runs'), { recursive: true });
  [ended = '', killed = ''] = readdirSync(join(root, 'runs')).sort();
});

const heddle = (line: string) => runHere(line.split(' '), { folder: root, env: {} });
const refusal = 'This run was recorded by a Heddle before 0.2.0, and is not opened any more.';
const contentOf = (id: string) =>
  readdirSync(join(root, 'runs', id))
    .filter((name) => name !== 'lock')
    .map((name) => [name, readFileSync(join(root, 'runs', id, name), 'utf8')]);

describe('a run of before 0.2.0', () => {
  it('is in lists, with how it ended', async () => {
    const journal = openRunJournal(join(root, 'runs'), () => {});
    const listed = await journal.executions.list('looms.yaml');
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      [killed, 'running'],
      [ended, 'completed'],
    ]);
    expect(await journal.executions.unfinished()).toEqual([]);
    await expect(journal.executions.get(ended)).rejects.toMatchObject({ code: 'OLDER_VERSION', message: refusal });
    journal.close();
  });

  it.each(['log', 'outputs', 'replay', 'export', 'run --resume'])(
    'is refused by “%s”, and left alone',
    async (words) => {
      const before = contentOf(killed);
      const { code, err } = await heddle(`${words} ${killed} --journal runs`);
      expect(code).not.toBe(0);
      expect(err).toContain(refusal);
      expect(contentOf(killed)).toEqual(before);
    },
  );

  it('is told of by the list of the command line, and removed', async () => {
    const { code, err } = await heddle('runs --journal runs');
    expect([code, err]).toEqual([0, expect.stringContaining(`${ended}: ${refusal}`)]);
    expect((await heddle(`remove ${ended} --journal runs`)).code).toBe(0);
    expect([ended, killed].map((id) => existsSync(join(root, 'runs', id)))).toEqual([false, true]);
  });
});

it('providers of before 0.2.0 are kept, each spoken to as before or by its maker’s own protocol', async () => {
  const stored = JSON.parse(readFileSync(join(fixtures, 'settings-1.json'), 'utf8'));
  const { settings: store } = createMemoryStores({ now: () => 0 });
  for (const [name, value] of Object.entries(stored)) await store.put(name, value);
  const settings = await openSettings(store);
  const of = (id: string) => settings.current().find((provider) => provider.id === id);
  expect(['lab', 'openai', 'gemini', 'claude', 'play'].map((id) => [id, of(id)?.protocol, of(id)?.baseUrl])).toEqual([
    ['lab', 'compatible', 'https://llm.lab.example/v1'],
    ['openai', 'openai', 'https://api.openai.com/v1'],
    ['gemini', 'google', 'https://generativelanguage.googleapis.com/v1beta'],
    ['claude', 'anthropic', 'https://api.anthropic.com/v1'],
    ['play', 'simulated', ''],
  ]);
  expect(of('lab')?.windows).toEqual({ 'big-one': 65_536, '*': 8192 });
});
