import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunEvent, runEventSchema } from '@/run/events';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { runHere } from './support/run-here';

let root = '';
let journal: RunJournal;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-old-'));
  journal = openRunJournal(root, () => {});
});
afterEach(() => {
  journal.close();
});

const textOf = (id: string) => readFileSync(join(root, id, 'events.jsonl'), 'utf8');
const eventsOf = (id: string): RunEvent[] =>
  textOf(id)
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));
/** The result of an effect, by its path: each exists once. */
const recorded = (events: readonly RunEvent[]) =>
  events.filter(({ kind }) => kind === 'model.replied' || kind === 'script.exited').map(({ path }) => path);
const resultOf = (events: readonly RunEvent[], task: string) =>
  events.find(({ kind, path }) => kind === 'task.completed' && path === `task/${task}`)?.result;

const rounds = { file: 'rounds.yaml', lastSeq: 59, last: 'story' };
const beside = { file: 'beside.yaml', lastSeq: 68, last: 'title' };

/**
 * Two runs of one workflow: the first ended, the other was killed. Of `rounds` in its pipeline, which stands beside a
 * loop, a script and a map; of `beside` in a vote, after models were asked beside its tasks: for a match, a summary of
 * an output, and of histories. They were written by the last commits whose plans were of version 2 (`journal-1`), 3,
 * with events of version 1, and 4.
 */
describe.each([
  ['journal-1', rounds],
  ['journal-2', rounds],
  ['journal-3', beside],
])('the journal of an earlier version, %s,', (name, { file, lastSeq, last }) => {
  let [ended, killed] = ['', ''];
  beforeEach(() => {
    cpSync(join('tests', 'fixtures', name), root, { recursive: true });
    [ended = '', killed = ''] = readdirSync(root).sort();
  });

  it('opens and keeps everything', async () => {
    expect(await journal.ids()).toEqual([killed, ended]);
    const [second, first] = await journal.executions.list(file);
    expect(first).toMatchObject({ id: ended, status: 'completed', lastSeq, artifact: { status: 'complete' } });
    expect(second).toMatchObject({ id: killed, status: 'running', artifact: { status: 'draft' } });
    expect((await journal.executions.unfinished()).map(({ id }) => id)).toEqual([killed]);
    for (const id of [ended, killed]) {
      const events = eventsOf(id);
      expect(await journal.events.read(id)).toEqual(events);
      const page = await journal.events.find(id, { filter: {}, from: 1, direction: 'forward', limit: 100 });
      expect(page).toEqual({ events, next: null });
      const refs = events.flatMap(({ ref }) => ref ?? []);
      for (const ref of refs) expect(await journal.blobs.get(id, ref)).toBeTypeOf('string');
      expect(refs.length).toBeGreaterThan(0);
      expect((await journal.sources.get(id))?.file).toBe(`/flows/${file}`);
    }
    expect((await journal.upkeep.sizes()).get(ended)).toBeGreaterThan(50_000);
    expect(await journal.upkeep.orphans()).toEqual([]);
  });

  it('goes on with the run that was killed, and asks nothing again', async () => {
    const before = textOf(killed);
    const resumed = await runHere(['run', '--resume', killed, '--journal', root, '--files', root, '--allow-scripts'], {
      folder: root,
      env: { PATH: process.env['PATH'] },
    });
    expect(textOf(killed).startsWith(before)).toBe(true);
    const events = eventsOf(killed);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(recorded(events)).size).toBe(recorded(events).length);
    // The version that ended the first run also had compacted what no later task was sent.
    const made = new Set(recorded(events));
    const leftOut = recorded(eventsOf(ended)).filter((path) => !made.has(path));
    expect(leftOut.filter((path) => !path.startsWith('compact/'))).toEqual([]);
    expect(made.size + leftOut.length).toBe(recorded(eventsOf(ended)).length);
    expect(resultOf(events, last)).toBe(resultOf(eventsOf(ended), last));
    expect(resumed.out.trim()).toBe(resultOf(events, last)?.trim());
    expect(existsSync(join(root, killed, 'outputs', `${last}.txt`))).toBe(true);
    expect(await journal.executions.get(killed)).toMatchObject({ status: 'completed', lastSeq: events.length });
  });
});
