import { expect, it } from 'vitest';
import type { ScriptExit, ScriptRunner } from '@/engine/ports/script-runner';
import { DrainGate } from './drain-gate';

const request = { language: 'bash', content: '', stdin: '', env: {}, timeoutMs: 1, maxOutputBytes: 1 } as const;

function open() {
  const gate = new DrainGate();
  const ends: ((exit: ScriptExit) => void)[] = [];
  const scripts: ScriptRunner = gate.scripts({ run: () => new Promise((resolve) => ends.push(resolve)) });
  const run = (signal = new AbortController().signal) => scripts.run(request, async () => {}, signal);
  return { gate, ends, run };
}

it('what is under way ends, and nothing more begins', async () => {
  const { gate, ends, run } = open();
  const first = run();
  expect(gate.underWay).toBe(1);
  let isClosed = false;
  const closed = gate.close(60_000).then(() => {
    isClosed = true;
  });
  const stop = new AbortController();
  const second = run(stop.signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([ends.length, isClosed]).toEqual([1, false]);
  ends[0]?.({ exitCode: 0, said: '' });
  await first;
  await closed;
  stop.abort();
  await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(ends).toHaveLength(1);
});

it('does not wait longer than it may', async () => {
  const { gate, run } = open();
  void run();
  await gate.close(5);
  expect(gate.underWay).toBe(1);
});
