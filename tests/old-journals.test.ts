import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunEvent, runEventSchema } from '@/run/events';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { builtCli } from './support/built-cli';

const run = promisify(execFile);
let program = '';
let root = '';
let journal: RunJournal;

beforeAll(async () => {
  program = await builtCli();
}, 120_000);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-old-'));
  journal = openRunJournal(root, () => {});
});
afterEach(() => {
  journal.close();
  rmSync(root, { recursive: true });
});

const textOf = (id: string) => readFileSync(join(root, id, 'events.jsonl'), 'utf8');
const eventsOf = (id: string): RunEvent[] =>
  textOf(id)
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));
/** What an effect gave, by its path: of each there is one. */
const recorded = (events: readonly RunEvent[]) =>
  events.filter(({ kind }) => kind === 'model.replied' || kind === 'script.exited').map(({ path }) => path);
const storyOf = (events: readonly RunEvent[]) =>
  events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/story')?.result;

/**
 * Two runs of one workflow, with a loop, a script, a map and a pipeline: the first ended, the other was killed in its pipeline. They were
 * written by the last commits whose plans were of version 2 (`journal-1`) and 3, with events of version 1.
 */
describe.each(['journal-1', 'journal-2'])('the journal of an earlier version, %s,', (name) => {
  let [ended, killed] = ['', ''];
  beforeEach(() => {
    cpSync(join('tests', 'fixtures', name), root, { recursive: true });
    [ended = '', killed = ''] = readdirSync(root).sort();
  });

  it('opens and keeps everything', async () => {
    expect(await journal.ids()).toEqual([killed, ended]);
    const [second, first] = await journal.executions.list('rounds.yaml');
    expect(first).toMatchObject({ id: ended, status: 'completed', lastSeq: 59, artifact: { status: 'complete' } });
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
      expect((await journal.sources.get(id))?.file).toBe('/flows/rounds.yaml');
    }
    expect((await journal.upkeep.sizes()).get(ended)).toBeGreaterThan(50_000);
    expect(await journal.upkeep.orphans()).toEqual([]);
  });

  it('goes on with the run that was killed, and asks nothing again', async () => {
    const before = textOf(killed);
    const { stdout } = await run(program, ['run', '--resume', killed, '--journal', root, '--allow-scripts'], {
      cwd: root,
    });
    expect(textOf(killed).startsWith(before)).toBe(true);
    const events = eventsOf(killed);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(recorded(events)).size).toBe(recorded(events).length);
    expect(recorded(events).sort()).toEqual(recorded(eventsOf(ended)).sort());
    expect(storyOf(events)).toBe(storyOf(eventsOf(ended)));
    expect(stdout.trim()).toBe(storyOf(events)?.trim());
    expect(existsSync(join(root, killed, 'outputs', 'story.txt'))).toBe(true);
    expect(await journal.executions.get(killed)).toMatchObject({ status: 'completed', lastSeq: events.length });
  });
});
