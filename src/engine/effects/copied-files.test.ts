import { expect, it } from 'vitest';
import type { RunContext } from '../attempt';
import type { Step, StepResult } from '../log/journal';
import { createMemoryFiles } from '../testing/memory-files.testing';
import { createCopiedFiles } from './copied-files';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content);

/** Files, and a journal that keeps what it recorded for who takes the run up. */
function openFiles() {
  const files = createMemoryFiles({ '/b.md': 'old', '/c.md': 'same', '/d.md': 'gone' });
  const steps = new Map<string, StepResult<'effect.recorded'>>();
  let performed = 0;
  const journal = {
    async step(step: Step<'effect.recorded'>, perform: () => Promise<StepResult<'effect.recorded'>>) {
      const known = steps.get(step.key);
      if (known !== undefined) return known;
      performed += 1;
      const result = await perform();
      steps.set(step.key, JSON.parse(JSON.stringify(result)));
      return result;
    },
  };
  const open = (path = 'task/a/try/1') =>
    createCopiedFiles({ deps: { files }, journal, history: { steps: new Map(steps) } } as unknown as RunContext, path);
  return { files, open, performed: () => performed };
}

it('a copy shows its changes over the files, and leaves those alone until it is applied', async () => {
  const { files, open } = openFiles();
  const copy = open();
  expect(await copy.list()).toEqual(await files.list());
  await copy.write('/b.md', bytes('longer'));
  await copy.write('/a.md', bytes('new'));
  await copy.remove('/d.md');
  await copy.write('/e.md', bytes('x'));
  await copy.remove('/e.md');
  expect(await copy.list()).toEqual([
    { path: '/a.md', bytes: 3 },
    { path: '/b.md', bytes: 6 },
    { path: '/c.md', bytes: 4 },
  ]);
  const read = async () =>
    Promise.all(['/a.md', '/b.md', '/c.md', '/d.md', '/e.md', '/f.md'].map((path) => copy.read(path)));
  expect((await read()).map(textOf)).toEqual(['new', 'longer', 'same', undefined, undefined, undefined]);
  expect([...(await copy.changes()).keys()]).toEqual(['/b.md', '/a.md', '/d.md', '/e.md']);
  expect(files.texts()).toEqual({ '/b.md': 'old', '/c.md': 'same', '/d.md': 'gone' });
  expect(await copy.apply()).toEqual(['/b.md', '/a.md', '/d.md', '/e.md']);
  expect(files.texts()).toEqual({ '/a.md': 'new', '/b.md': 'longer', '/c.md': 'same' });
});

it('a copy is found as it was by who takes the run up, each content byte by byte, and goes on with it', async () => {
  const { open, performed, files } = openFiles();
  const contents = {
    '/plain': bytes('text'),
    '/binary': Uint8Array.of(0, 255, 128),
    '/mark': Uint8Array.of(0xef, 0xbb, 0xbf, 0x61),
    '/empty': new Uint8Array(),
  };
  const first = open();
  for (const [path, content] of Object.entries(contents)) await first.write(path, content);
  await first.remove('/d.md');
  const again = open();
  for (const [path, content] of Object.entries(contents)) expect(await again.read(path)).toEqual(content);
  expect(await again.read('/d.md')).toBeUndefined();
  expect([...(await open().changes()).keys()]).toEqual([...Object.keys(contents), '/d.md']);
  expect(performed()).toBe(5);
  await open().write('/plain', bytes('more'));
  expect(performed()).toBe(6);
  expect(textOf(await open().read('/plain'))).toBe('more');
  expect((await open().list()).map(({ path }) => path)).toEqual([
    ...['/b.md', '/binary', '/c.md', '/empty', '/mark', '/plain'],
  ]);
  // Another try has none of it.
  expect((await open('task/a/try/2').changes()).size).toBe(0);
  expect(await open().apply()).toHaveLength(5);
  expect(files.texts()).toMatchObject({ '/plain': 'more', '/empty': '' });
});

it('a copy is applied once all of it is written', async () => {
  const { files, open } = openFiles();
  const { write } = files;
  files.write = async (...given) => {
    await new Promise((resolve) => setImmediate(resolve));
    await write(...given);
  };
  const copy = open();
  await copy.write('/b.md', bytes('new'));
  await copy.write('/z.md', bytes('last'));
  await copy.apply();
  expect(files.texts()).toMatchObject({ '/b.md': 'new', '/z.md': 'last' });
});
