import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type RunEvent, runEventSchema } from '@/run/events';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { openSettings } from '@/worker/settings';
import { type RanHere, runHere } from './support/run-here';

/**
 * What the last version left behind that knew no reasoning: plans of version 4, events of version 2, one list of
 * providers in which `openai` meant chat completions. Its workflow compacts histories, votes, directs and holds a
 * conversation with tools; the first run of the journal ended, the second was killed in its conversation, after the
 * tool of the second turn.
 */
const fixtures = resolve('tests', 'fixtures');
const [loop, story] = ['task/loop', 'task/story'];
let root = '';
let [ended, killed] = ['', ''];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-before-'));
  cpSync(join(fixtures, 'journal-4'), join(root, 'runs'), { recursive: true });
  [ended = '', killed = ''] = readdirSync(join(root, 'runs')).sort();
  // The folder of its workflow, which does not exist on this machine.
  for (const id of [ended, killed]) {
    const source = join(root, 'runs', id, 'source.json');
    writeFileSync(source, readFileSync(source, 'utf8').replaceAll('/flows', root));
  }
});

async function heddle(line: string): Promise<RanHere> {
  const ran = await runHere(line.split(' '), { folder: root, env: { PATH: process.env['PATH'] } });
  expect({ code: ran.code, err: ran.code === 0 ? '' : ran.err }).toEqual({ code: 0, err: '' });
  return ran;
}
const textOf = (id: string) => readFileSync(join(root, 'runs', id, 'events.jsonl'), 'utf8');
const parsed = (lines: string): RunEvent[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));
const resultOf = (events: readonly RunEvent[], task: string) =>
  events.find(({ kind, path }) => kind === 'task.completed' && path === task)?.result;
/** What was paid for or done, by path: each exists once. */
const effects = (events: readonly RunEvent[]) =>
  events.filter(({ kind }) => kind === 'model.replied' || kind === 'tool.called').map(({ path }) => path);

it('opens with every event and every payload', async () => {
  const journal = openRunJournal(join(root, 'runs'), () => {});
  expect((await journal.executions.list('looms.yaml')).map(({ id, status }) => [id, status])).toEqual([
    [killed, 'running'],
    [ended, 'completed'],
  ]);
  for (const id of [ended, killed]) {
    const events = parsed(textOf(id));
    expect(await journal.events.read(id)).toEqual(events);
    expect((await journal.checkpoints.load(id, 'view')).damaged).toEqual([]);
    for (const ref of events.flatMap(({ ref }) => ref ?? [])) {
      expect(await journal.blobs.get(id, ref)).toBeTypeOf('string');
    }
  }
  journal.close();
});

it('goes on in the middle of a conversation with tools, and nothing is asked or done again', async () => {
  const before = textOf(killed);
  const kept = effects(parsed(before)).filter((path) => path.startsWith(loop));
  expect(kept).toHaveLength(4);
  await heddle(`run --resume ${killed} --journal runs --allow-scripts`);
  expect(textOf(killed).startsWith(before)).toBe(true);
  const events = parsed(textOf(killed));
  expect(new Set(effects(events)).size).toBe(effects(events).length);
  expect(effects(events).sort()).toEqual(effects(parsed(textOf(ended))).sort());
  expect(resultOf(events, loop)).toBe('The words have 4, 5 and 4 letters.');
  expect(resultOf(events, story)).toBe(resultOf(parsed(textOf(ended)), story));
});

it('comes out the same over its log, whole and as far as it got', async () => {
  for (const [id, seq] of [
    [ended, 78],
    [killed, 62],
  ] as const) {
    const { out, err } = await heddle(`replay ${id} --journal runs`);
    expect(out + err).toContain(`comes out the same up to event ${seq}`);
  }
});

it('lends its results to a fork and, as a recording, to a new run', async () => {
  const asked = (out: string) => parsed(out).filter(({ kind }) => kind === 'model.requested');
  // Since November 2026 an output that a prompt names is told once. An earlier run told it twice.
  const yaml = readFileSync(join(fixtures, 'journal-4.yaml'), 'utf8');
  writeFileSync(join(root, 'looms.yaml'), `context: { repeat_named: true }\n${yaml}`);
  cpSync(join(fixtures, 'journal-4.recording.jsonl'), join(root, 'looms.recording.jsonl'));
  const whole = resultOf(parsed(textOf(ended)), story);
  for (const wish of [`--from ${ended}`, '--recording looms.recording.jsonl']) {
    const { out } = await heddle(`run looms.yaml ${wish} --journal runs --allow-scripts --json`);
    expect(resultOf(parsed(out), story)).toBe(whole);
    // Since November 2026 an evaluator is told the criteria, so that it is asked again under a plan of today.
    expect(asked(out).map(({ path }) => path)).toEqual([
      'task/slogan/attempt/1/iter/1/task/evaluator/attempt/1/turn/1',
    ]);
  }
});

it('keeps its providers, each spoken to as before or by its maker’s own protocol', async () => {
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
