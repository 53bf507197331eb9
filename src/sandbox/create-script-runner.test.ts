import { describe, expect, it } from 'vitest';
import type { ScriptRequest } from '@/engine/ports';
import { createScriptRunner } from './create-script-runner';
import type { SandboxMessage, ScriptResult } from './worker-messages';

const result: ScriptResult = { stdout: 'out', stderr: '', exitCode: 0, binary: false };
const request: ScriptRequest = { language: 'bash', content: 'echo', stdin: '', env: {}, timeoutMs: 60_000 };

/** A worker that does what the test says when it is started and when it gets a request. */
class ScriptedWorker {
  onmessage: Worker['onmessage'] = null;
  onerror: Worker['onerror'] = null;
  terminated = false;
  constructor(private readonly onRequest: (worker: ScriptedWorker) => void) {
    queueMicrotask(() => this.say({ kind: 'ready' }));
  }
  say(data: SandboxMessage) {
    this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent<SandboxMessage>);
  }
  postMessage() {
    this.onRequest(this);
  }
  terminate() {
    this.terminated = true;
  }
}

function runnerWith(onRequest: (worker: ScriptedWorker) => void) {
  const started: ScriptedWorker[] = [];
  const runner = createScriptRunner(() => {
    const worker = new ScriptedWorker(onRequest);
    started.push(worker);
    return worker;
  });
  return { runner, started };
}

describe('a script runner', () => {
  it('gives every run a worker of its own and ends it', async () => {
    const { runner, started } = runnerWith((worker) => worker.say({ kind: 'done', result }));
    const { signal } = new AbortController();
    expect(await Promise.all([runner.run(request, signal), runner.run(request, signal)])).toEqual([result, result]);
    expect(started.map((worker) => worker.terminated)).toEqual([true, true]);
  });

  it('stops a script that takes too long', async () => {
    const { runner, started } = runnerWith(() => undefined);
    const ended = await runner.run({ ...request, timeoutMs: 1 }, new AbortController().signal);
    expect(ended).toMatchObject({ exitCode: -1, stderr: 'The script took longer than 1 ms and was stopped.\n' });
    expect(started[0]?.terminated).toBe(true);
  });

  it('stops a script that is cancelled', async () => {
    const controller = new AbortController();
    const { runner, started } = runnerWith(() => controller.abort());
    await expect(runner.run(request, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(started[0]?.terminated).toBe(true);
    await expect(runner.run(request, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(started).toHaveLength(1);
  });

  it('reports a sandbox that breaks', async () => {
    const { runner } = runnerWith((worker) => {
      const event = { message: 'no memory', preventDefault: () => undefined } as unknown as ErrorEvent;
      worker.onerror?.call(worker as unknown as Worker, event);
    });
    const ended = await runner.run(request, new AbortController().signal);
    expect(ended).toMatchObject({ exitCode: -1, stderr: 'The sandbox failed: no memory.\n' });
  });
});
