import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCommandLine } from '@/cli/main';
import { createNodeIo } from '@/cli/node-io';
import { createNodeMachine } from '@/cli/node-machine';
import { runEventSchema } from '@/run/events';

// The six files of docs/guide/tutorial-*.md: each is checked, and runs dry to its end.

const files = readdirSync('public/tutorial');

/** Performs a command of the command line; nothing is kept. */
async function performCommand(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const printed: string[] = [];
  const io = createNodeIo();
  const out = { ...io.out, write: (text: string) => void printed.push(text) };
  const err = { ...io.err, write: () => {}, columns: undefined };
  const code = await runCommandLine(args, { ...io, out, err }, createNodeMachine, '0');
  return { code, out: printed.join('') };
}

async function runDry(file: string) {
  const { code, out } = await performCommand('dry-run', `public/tutorial/${file}`, '--json');
  const lines = out.trimEnd().split('\n');
  return { code, events: lines.map((line) => runEventSchema.parse(JSON.parse(line))) };
}

it('has a file for each of its steps, which the page of the step leads to', () => {
  expect(files.length).toBe(6);
  const pages = readdirSync('docs/guide').filter((name) => name.startsWith('tutorial-'));
  const linked = pages.map(
    (page) => /\(\.\.\/\.\.\/public\/tutorial\/([\w.-]+)\)/.exec(readFileSync(`docs/guide/${page}`, 'utf8'))?.[1],
  );
  expect(linked).toEqual(files);
});

it.each(files)('%s has no problem, and runs dry to its end', async (file) => {
  expect(await performCommand('validate', `public/tutorial/${file}`)).toEqual({ code: 0, out: '' });
  const { code, events } = await runDry(file);
  expect(code).toBe(0);
  expect(events.at(-1)?.kind).toBe('run.completed');
  expect(events.filter(({ kind }) => kind === 'task.failed')).toEqual([]);
});

it('asks a person in step 5, and no model for what is pinned', async () => {
  const { events } = await runDry('5-change-it.yaml');
  expect(events.some(({ kind }) => kind === 'input.requested')).toBe(true);
  expect(events.filter(({ kind, path }) => kind === 'model.requested' && path.includes('kind'))).toEqual([]);
});
