import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextExamples } from '@/app/workflows/templates';
import { runCommandLine } from '@/cli/main';
import { createNodeIo } from '@/cli/node-io';
import { createNodeMachine } from '@/cli/node-machine';
import { runEventSchema } from '@/run/events';
import { taskTraits } from '@/workflow/tasks';
import { storyOf } from '../e2e/support/story-of';

const folder = mkdtempSync(join(tmpdir(), 'heddle-examples-'));

/** With RECORD=1 the recordings are made again, by the models that the examples name. */
const isRecording = process.env['RECORD'] === '1';
const recordingOf = (file: string) => `public/examples/${file}.recording.jsonl`;
const eventsOf = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));

/** Runs an example as the command line does, with real processes; returns its output. */
async function run(file: string): Promise<string> {
  const printed: string[] = [];
  const io = createNodeIo();
  const out = { ...io.out, write: (text: string) => void printed.push(text) };
  const err = { ...io.err, write: () => {}, columns: undefined };
  const model = isRecording ? [] : ['--model', 'sim:fast'];
  const journal = ['--journal', join(folder, file)];
  // Long outputs are left as files in this folder.
  const files = ['--files', folder];
  const asked = ['run', `public/examples/${file}.yaml`, '--json', '--allow-scripts', ...files, ...journal, ...model];
  // A person takes what comes first, and leaves open what may be left open.
  const ask = async (text: string) => (text.includes('required') ? '1' : '');
  const machine = { ...createNodeMachine(), ask };
  expect(await runCommandLine(asked, { ...io, out, err }, () => machine, '0')).toBe(0);
  return printed.join('');
}

describe('the examples of task types and of contexts', () => {
  it.each([...new Set([...Object.values(taskTraits).map(({ example }) => example), ...contextExamples])])(
    '%s runs as it was recorded',
    { timeout: 120_000 },
    async (file) => {
      const printed = await run(file);
      if (isRecording) writeFileSync(recordingOf(file), printed);
      expect(storyOf(eventsOf(printed))).toEqual(storyOf(eventsOf(readFileSync(recordingOf(file), 'utf8'))));
    },
  );
});

describe('a recording', () => {
  it('stands for the models and scripts of a run: nothing is asked or run again', async () => {
    const out: string[] = [];
    const said: string[] = [];
    const io = createNodeIo();
    const asked = [
      'run',
      'public/examples/figures-report.yaml',
      '--recording',
      recordingOf('figures-report'),
      '--json',
    ];
    // Scripts are not even allowed here.
    const code = await runCommandLine(
      [...asked, '--journal', join(folder, 'replay')],
      {
        ...io,
        out: { ...io.out, write: (text: string) => void out.push(text) },
        err: { ...io.err, write: (text: string) => void said.push(text), columns: undefined },
      },
      () => ({
        ...createNodeMachine(),
        scripts: () => ({ run: () => Promise.reject(new Error('A script was run.')) }),
      }),
      '0',
    );
    const other = said.filter((line) => !line.startsWith('{"progress"'));
    expect([code, other]).toEqual([0, []]);
    const kinds = (lines: string) => eventsOf(lines).map(({ kind }) => kind);
    expect(kinds(out.join(''))).not.toContain('model.requested');
    expect(kinds(out.join('')).filter((kind) => kind === 'model.replied').length).toBeGreaterThan(0);
  });

  it('that is none is refused with the line', async () => {
    const said: string[] = [];
    const io = createNodeIo();
    const err = { ...io.err, write: (text: string) => void said.push(text), columns: undefined };
    const file = join(folder, 'broken.jsonl');
    writeFileSync(file, `${readFileSync(recordingOf('map'), 'utf8').split('\n')[0]}\n{"kind": "nothing"}\n`);
    const asked = ['run', 'public/examples/map.yaml', '--recording', file];
    expect(await runCommandLine(asked, { ...io, err }, createNodeMachine, '0')).toBe(2);
    expect(said.join('')).toContain('broken.jsonl:2: this line is not an event of a run.');
  });
});
