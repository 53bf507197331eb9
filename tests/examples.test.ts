import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exampleOfType } from '@/app/workflows/templates';
import { main } from '@/cli/main';
import { nodeIo } from '@/cli/node-io';
import { runEventSchema } from '@/run/events';
import { storyOf } from '../e2e/support/story-of';

const folder = mkdtempSync(join(tmpdir(), 'heddle-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With RECORD=1 the recordings are made anew, by the model that the examples name. */
const isRecording = process.env['RECORD'] === '1';
const recordingOf = (file: string) => `public/examples/${file}.recording.jsonl`;
const eventsOf = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));

/** Runs an example as the command line does, with real processes; gives what it prints. */
async function run(file: string): Promise<string> {
  const printed: string[] = [];
  const io = nodeIo();
  const out = { ...io.out, write: (text: string) => void printed.push(text) };
  const err = { ...io.err, write: () => {}, columns: undefined };
  const model = isRecording ? [] : ['--model', 'sim:fast'];
  const journal = ['--journal', join(folder, file)];
  const asked = ['run', `public/examples/${file}.yaml`, '--json', '--allow-scripts', ...journal, ...model];
  expect(await main(asked, { ...io, out, err }, '0')).toBe(0);
  return printed.join('');
}

describe('the example of each task type', () => {
  it.each(Object.entries(exampleOfType))(
    '%s: %s runs as it was recorded',
    { timeout: 120_000 },
    async (_type, file) => {
      const printed = await run(file);
      if (isRecording) writeFileSync(recordingOf(file), printed);
      expect(storyOf(eventsOf(printed))).toEqual(storyOf(eventsOf(readFileSync(recordingOf(file), 'utf8'))));
    },
  );
});
