import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ScriptRequest } from '@/engine/ports/script-runner';
import { createProcessRunner } from './create-process-runner';
import { watchFolder } from './folder-changes';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-changes-')));
});

const write = (path: string, content = '') => writeFileSync(join(folder, path), content);

describe('what a script changed in its folder', () => {
  const run = (content: string, more: Partial<ScriptRequest> = {}) => {
    const runner = createProcessRunner(folder, process.env, { except: [join(folder, 'runs')] });
    const request = { language: 'bash', content, stdin: '', env: {}, timeoutMs: 20_000, maxOutputBytes: 1000 } as const;
    return runner.run({ ...request, ...more }, async () => {}, new AbortController().signal);
  };

  it('is told with how it ended: what it made, changed and removed, at any depth', async () => {
    mkdirSync(join(folder, 'notes'));
    for (const path of ['notes/a.md', 'notes/b.md', 'same.md', 'old.md']) write(path, 'before');
    const exit = await run('echo more >> notes/a.md; rm old.md; mkdir -p x/y; echo new > x/y/z; cat same.md; exit 3');
    expect(exit).toMatchObject({ exitCode: 3, filesChanged: ['/notes/a.md', '/old.md', '/x/y/z'] });
  });

  it('is told too of one that took too long', async () => {
    const exit = await run('echo half > out; sleep 60', { timeoutMs: 700 });
    expect(exit).toMatchObject({ exitCode: -1, filesChanged: ['/out'] });
  });

  it('is left out where it changed nothing, or only what nobody looks at', async () => {
    const exit = await run(
      'mkdir -p .git .heddle node_modules/m runs; for d in .git .heddle node_modules/m runs; do echo > $d/f; done',
    );
    expect(exit).toEqual({ exitCode: 0, said: '' });
  });

  it('is not known where there are too many files', async () => {
    mkdirSync(join(folder, 'many'));
    for (let n = 0; n < 5; n++) write(`many/${n}`);
    const changed = watchFolder(folder, { most: 5 });
    write('many/0', 'changed');
    expect(changed()).toEqual(['/many/0']);
    write('one-more');
    expect(changed()).toBeNull();
    expect(watchFolder(folder, { most: 5 })()).toBeNull();
  });

  it('follows no link', async () => {
    symlinkSync(folder, join(folder, 'again'));
    const changed = watchFolder(folder);
    write('a.md');
    expect(changed()).toEqual(['/a.md']);
  });

  it('is not known where another script ran in the folder at the time', async () => {
    const waits = 'until [ -e go ]; do sleep 0.02; done';
    const first = run(waits);
    await expect.poll(() => run('true')).toEqual({ exitCode: 0, said: '' });
    const second = await run('echo b > b; echo > go');
    expect(second.filesChanged).toBeNull();
    expect((await first).filesChanged).toBeNull();
    expect(await run('echo c > c')).toMatchObject({ filesChanged: ['/c'] });
  });

  it('is its own where the other changed nothing at the time', async () => {
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    const changed = watchFolder(folder);
    const other = watchFolder(inner);
    expect(other()).toEqual([]);
    // A file changes clearly after the other has ended, by the clock of the system.
    const ended = Date.now();
    await expect.poll(() => Date.now() - ended, { interval: 10 }).toBeGreaterThan(30);
    write('a.md');
    expect(changed()).toEqual(['/a.md']);
    const apart = watchFolder(inner);
    const elsewhere = watchFolder(mkdtempSync(join(tmpdir(), 'heddle-changes-')));
    write('inner/b.md');
    expect(apart()).toEqual(['/b.md']);
    elsewhere();
  });
});
