import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { EventOf } from '@/run/events';
import { createWorld, type World } from '../testing/world.testing';
import { createChildAbort } from './child-abort';
import { createKeyGate } from './key-gate';
import { buildVariableName, isReservedVariable } from './variable-names';

const exitOf = ({ log }: World) =>
  log.events.find((event): event is EventOf<'script.exited'> => event.kind === 'script.exited');
const endOf = ({ log }: World) => log.events.find(({ kind }) => kind === 'task.completed' || kind === 'task.failed');
const plan = (content: string, more: object = {}) =>
  planOf({ a: { type: 'script', script: { language: 'bash', content }, ...more } });

describe('a script', () => {
  it('is recorded with what it printed, how it ended and what it changed, and not run again', async () => {
    const exit = { stdout: 'out', stderr: 'err', exitCode: 3, filesChanged: ['/a'] };
    const world = createWorld({ script: () => exit });
    await world.run(plan('short'));
    expect(exitOf(world)).toMatchObject({
      ...{ path: 'task/a/attempt/1/script/1', result: 'out', task: 'short' },
      data: { exitCode: 3, binary: false, stderr: { text: 'err' }, filesChanged: ['/a'] },
    });
    for (const absent of ['wholeCommand', 'timedOut', 'capture', 'stderrCapture', 'called', 'calls'])
      expect(exitOf(world)?.data).not.toHaveProperty(absent);
    expect(endOf(world)).toMatchObject({ data: { notes: { exit_code: 3, stdout: 'out', stderr: 'err' } } });
    const cut = world.log.events.findIndex(({ kind }) => kind === 'script.exited') + 1;
    const again = createWorld({ log: world.log.events.slice(0, cut), blobs: world.deps.blobs });
    await again.run(plan('short'));
    expect(again.scripts).toEqual([]);
    expect(endOf(again)).toMatchObject({ result: 'out', data: { notes: { exit_code: 3, stderr: 'err' } } });
  });

  it('that ran out of time, is long, or prints more than is shown or no text, says so', async () => {
    const long = `echo ${'x'.repeat(3000)}`;
    const timed = createWorld({ script: () => ({ exitCode: 137, timedOut: true }) });
    await timed.run(plan(long));
    expect(exitOf(timed)?.data).toMatchObject({ timedOut: true, wholeCommand: { length: long.length } });
    expect(endOf(timed)?.error?.details).toMatchObject({ reason: 'timeout' });
    const much = createWorld({ script: () => ({ stdout: 'o'.repeat(300), stderr: 'e'.repeat(300) }) });
    await much.run(plan('x', { limits: { maxStdoutBytes: 90, maxStderrBytes: 80 } }));
    expect(exitOf(much)?.data).toMatchObject({ capture: { bytes: 300 }, stderrCapture: { bytes: 300 } });
    for (const output of ['stdout', 'stderr'] as const) {
      const bytes = createWorld({ script: () => ({ [output]: new Uint8Array([0, 255, 1]) }) });
      await bytes.run(plan('x'));
      expect(exitOf(bytes)?.data, output).toMatchObject({ binary: true });
    }
  });
});

it('inputs become variables, but for those that a shell, a loader or a runtime reads itself', () => {
  const own = ['a', '_b', 'some_name', 'path', 'Path', 'MY_PATH', 'GITHUB', 'proxy', 'my_proxy', 'Home'];
  expect(own.filter(isReservedVariable)).toEqual([]);
  const reserved = ['PATH', 'IFS', 'LD_PRELOAD', 'BASH_ENV', 'NODE_OPTIONS', 'PYTHONPATH', 'GIT_DIR', 'MFLAGS', 'TZ'];
  const inAnyCase = ['http_proxy', 'Https_Proxy', 'no_proxy', 'npm_config_x', 'NPM_TOKEN'];
  const impossible = ['', '1a', 'a b', 'a-b', 'ä', 'a=b'];
  for (const name of [...reserved, ...inAnyCase, ...impossible]) expect(isReservedVariable(name), name).toBe(true);
  expect(['a.b-c', 'x', 'ld_x', 'LD.PRELOAD', '9', 'a b'].map(buildVariableName)).toEqual([
    ...['a_b_c', 'x', 'ld_x', undefined, undefined, undefined],
  ]);
});

it('work that is stopped alone does not stop what is around it, and no longer listens once it has ended', () => {
  const parent = new AbortController();
  const [stopped, ended, open] = [1, 2, 3].map(() => createChildAbort(parent.signal));
  stopped?.abort();
  expect([parent.signal.aborted, stopped?.signal.aborted, open?.signal.aborted]).toEqual([false, true, false]);
  ended?.release();
  parent.abort();
  expect([ended?.signal.aborted, open?.signal.aborted]).toEqual([false, true]);
  expect(createChildAbort(parent.signal).signal.aborted).toBe(true);
});

it('a call waits for a key only while its provider needs one', async () => {
  const { models, log } = createWorld();
  const drafts: unknown[] = [];
  const gate = createKeyGate(models, { ...log, append: async (draft: unknown) => void drafts.push(draft) } as never);
  expect(gate.closed('sim')).toBe(false);
  models.lock('sim');
  expect([gate.closed('sim'), gate.closed('other')]).toEqual([true, false]);
  const waiting = gate.open('sim', new AbortController().signal);
  models.unlock('sim');
  await waiting;
  expect(gate.closed('sim')).toBe(false);
  expect(drafts).toMatchObject([
    { kind: 'run.paused', data: { reason: 'key', provider: 'sim' } },
    { kind: 'run.resumed', data: { reason: 'key' } },
  ]);
});
