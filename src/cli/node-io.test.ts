import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { createNodeIo } from './node-io';

let folder = '';
const at = (name: string): string => join(folder, name);
const io = createNodeIo();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-io-'));
});

it('reads no more of a file than it is asked for', async () => {
  writeFileSync(at('a'), 'x'.repeat(300_000));
  expect((await io.read(at('a'), 100_001)).length).toBe(100_001);
  expect((await io.read(at('a'), 400_000)).length).toBe(300_000);
  expect(await io.read('/dev/zero', 3)).toEqual(Buffer.alloc(3));
});

it('says what cannot be read', async () => {
  await expect(io.read(at('none'), 10)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(io.read(folder, 10)).rejects.toMatchObject({ code: 'EISDIR' });
});

it('reads a workflow only of a regular file, or of a stream that the command was started with', async () => {
  writeFileSync(at('a'), 'x'.repeat(300_000));
  symlinkSync(at('a'), at('link'));
  execFileSync('mkfifo', [at('pipe')]);
  expect((await io.readRegular(at('link'), 100_001)).length).toBe(100_001);
  await expect(io.readRegular(at('pipe'), 10)).rejects.toMatchObject({ code: 'ENOTREG' });
  await expect(io.readRegular('/dev/zero', 10)).rejects.toMatchObject({ code: 'ENOTREG' });
  await expect(io.readRegular(folder, 10)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(io.readRegular(at('none'), 10)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('writes a new file, or over one, which keeps its rights and its links, and leaves nothing else behind', async () => {
  await io.write(at('new'), 'one');
  writeFileSync(at('old'), 'before');
  chmodSync(at('old'), 0o600);
  symlinkSync(at('old'), at('link'));
  await io.write(at('link'), 'after');
  expect(readFileSync(at('new'), 'utf8')).toBe('one');
  expect(readFileSync(at('old'), 'utf8')).toBe('after');
  expect(statSync(at('old')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['link', 'new', 'old']);
});

it('writes into a pipe and does not replace it', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const reader = spawn('cat', [at('pipe')]);
  // What nobody reads is dropped when the process ends.
  const heard = text(reader.stdout);
  try {
    await io.write(at('pipe'), 'through');
    expect(statSync(at('pipe')).isFIFO()).toBe(true);
    expect(await heard).toBe('through');
  } finally {
    reader.kill();
  }
});

it('does not write over a folder, or into one that is not there', async () => {
  await expect(io.write(folder, 'x')).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(io.write(join(folder, 'none', 'a'), 'x')).rejects.toMatchObject({ code: 'ENOENT' });
});
