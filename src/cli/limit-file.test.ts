import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createLimitFile } from './limit-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-limits-'));
});

it('keeps what was sent to each provider for the next process, also of those written at once', async () => {
  const home = join(folder, 'home');
  const file = createLimitFile(home);
  expect(await file.load('openai')).toBeUndefined();
  await Promise.all([file.save('openai', { sent: [1] }), file.save('anthropic', { sent: [2] })]);
  const later = createLimitFile(home);
  expect(await Promise.all(['openai', 'anthropic', 'toString'].map(later.load))).toEqual([
    { sent: [1] },
    { sent: [2] },
    undefined,
  ]);
  expect(readdirSync(home)).toEqual(['limits.json']);
});

it.each(['', '{"openai": ', '[1]', '3'])('takes a file that holds “%s” for none, and replaces it', async (content) => {
  writeFileSync(join(folder, 'limits.json'), content);
  const file = createLimitFile(folder);
  expect(await file.load('openai')).toBeUndefined();
  await file.save('openai', { sent: [] });
  expect(await file.load('openai')).toEqual({ sent: [] });
});

it('rejects where it cannot write, and writes again when it can', async () => {
  const place = join(folder, 'taken');
  writeFileSync(place, 'A file.');
  const file = createLimitFile(place);
  await expect(file.save('openai', {})).rejects.toThrow();
  rmSync(place);
  await file.save('openai', { sent: [] });
  expect(await file.load('openai')).toEqual({ sent: [] });
});
