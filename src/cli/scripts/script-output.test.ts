import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openChannels } from './script-channels';
import { ScriptOutput } from './script-output';

const printed = 3_000_000;
const script = `yes "a line of what is printed" | head -c ${printed}`;

/** A script that prints, through named pipes where the system has them, and through those of Node. */
const outputs: Readonly<Record<string, () => Promise<ScriptOutput>>> = {
  'a named pipe': async () => {
    const channels = await openChannels(script, '');
    const args = ['--norc', '-c', 'eval "$(</dev/fd/3)"'];
    return channels.started(spawn('bash', args, { stdio: [...channels.stdio] })).stdout;
  },
  'a pipe of Node': async () => ScriptOutput.ofStream(spawn('bash', ['-c', script]).stdout as unknown as Socket),
};

describe.each(Object.entries(outputs))('what a script prints into %s', (_what, open) => {
  it('comes whole and in order to a slow reader, one piece at a time', async () => {
    const output = await open();
    const hash = createHash('sha256');
    let bytes = 0;
    let underWay = 0;
    await output.pump(async (piece) => {
      underWay += 1;
      expect(underWay).toBe(1);
      const before = piece.slice();
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      expect(Buffer.compare(piece, before)).toBe(0);
      hash.update(piece);
      bytes += piece.length;
      underWay -= 1;
    });
    const line = 'a line of what is printed\n';
    const whole = line.repeat(Math.ceil(printed / line.length)).slice(0, printed);
    expect(bytes).toBe(printed);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'));
  });

  it('is no longer taken after its reader failed, which is told', async () => {
    const output = await open();
    let pieces = 0;
    const take = async () => {
      pieces += 1;
      if (pieces === 2) throw new Error('The disk is full.');
    };
    await expect(output.pump(take)).rejects.toThrow('The disk is full.');
    output.destroy();
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    expect(pieces).toBe(2);
  });
});
