import { expect, it } from 'vitest';
import type { Attempt, RunContext } from '../attempt';
import type { Step } from '../log/journal';
import { createMemoryFiles } from '../testing/memory-files.testing';
import { openTry } from './open-try';

/** A run whose journal notes every record. */
function openRun(over?: () => object) {
  const files = createMemoryFiles({ '/a.md': 'old' });
  const recorded: unknown[] = [];
  const journal = {
    async step({ key }: Step<'effect.recorded'>, perform: () => Promise<{ readonly data: object }>) {
      const result = await perform();
      // Who does not wait for the record goes on before it.
      await new Promise((resolve) => setImmediate(resolve));
      recorded.push([key, result.data]);
      return result;
    },
  };
  const scripts = { run: async () => ({}), ...(over && { over }) };
  const run = { deps: { files, scripts, clock: 'the same' }, journal, history: { steps: new Map() } };
  return { run: run as unknown as RunContext, files, scripts, recorded };
}

const attempt = { path: 'task/a/attempt/1' } as Attempt;
const content = new TextEncoder().encode('new');

it('a try works on files of its own, and its scripts over them; chosen, they become those of the task', async () => {
  const closed: string[] = [];
  const copied = { close: async () => void closed.push('closed') };
  const { run, files, recorded } = openRun(() => copied);
  const one = openTry(run, 'task/a/try/1');
  expect(one.run.deps).toMatchObject({ clock: 'the same' });
  expect(one.run.deps.scripts).toBe(copied);
  await one.run.deps.files.write('/a.md', content);
  await one.choose(attempt, 1);
  expect(files.texts()).toEqual({ '/a.md': 'new' });
  expect(recorded.at(-1)).toEqual(['task/a/attempt/1/file/1', { effect: 'files', value: ['/a.md'] }]);
  await one.close();
  expect(closed).toEqual(['closed']);
});

it('a try that changed nothing records nothing, and scripts that cannot be copied are those of the run', async () => {
  const { run, files, scripts, recorded } = openRun();
  const one = openTry(run, 'task/a/try/1');
  expect(one.run.deps.scripts).toBe(scripts);
  await one.choose(attempt, 1);
  await one.close();
  expect(recorded).toEqual([]);
  expect(files.texts()).toEqual({ '/a.md': 'old' });
});
