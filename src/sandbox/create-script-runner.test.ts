import { describe, expect, it } from 'vitest';
import type { ScriptRequest } from '@/engine/ports/script-runner';
import { createScriptRunner, type Sandbox, type SandboxListener } from './create-script-runner';
import { printedBy } from './printed.testing';
import type { SandboxCommand, SandboxMessage } from './worker-messages';

const request: ScriptRequest = {
  language: 'bash',
  content: 'echo',
  stdin: '',
  env: {},
  timeoutMs: 60_000,
  maxOutputBytes: 100,
};
const printed = (text: string): SandboxMessage => ({
  kind: 'printed',
  stream: 'stdout',
  bytes: new TextEncoder().encode(text),
});
const ended: SandboxMessage = { kind: 'ended', exit: { exitCode: 0, said: '' } };

/** A sandbox that follows the test's script when it is started and when it receives a command. */
class ScriptedSandbox implements Sandbox {
  ended = false;
  readonly commands: SandboxCommand['kind'][] = [];
  constructor(
    private readonly listener: SandboxListener,
    private readonly onCommand: (sandbox: ScriptedSandbox) => void,
  ) {
    queueMicrotask(() => this.say({ kind: 'ready' }));
  }
  say(message: SandboxMessage) {
    this.listener.onMessage(message);
  }
  fail(message: string) {
    this.listener.onFailure(message);
  }
  send(command: SandboxCommand) {
    this.commands.push(command.kind);
    this.onCommand(this);
  }
  end() {
    this.ended = true;
  }
}

function runnerWith(onCommand: (sandbox: ScriptedSandbox) => void) {
  const started: ScriptedSandbox[] = [];
  const runner = createScriptRunner((_language, listener) => {
    const sandbox = new ScriptedSandbox(listener, onCommand);
    started.push(sandbox);
    return sandbox;
  });
  return { runner, started };
}

describe('a script runner', () => {
  it('gives every run a sandbox of its own and ends it', async () => {
    const { runner, started } = runnerWith((sandbox) => sandbox.say(ended));
    const result = { stdout: '', stderr: '', exitCode: 0, binary: false };
    expect(await Promise.all([printedBy(runner, request), printedBy(runner, request)])).toEqual([result, result]);
    expect(started.map((sandbox) => sandbox.ended)).toEqual([true, true]);
  });

  it('asks for more once what was printed is taken', async () => {
    const says = [printed('a'), printed('b'), ended];
    const { runner, started } = runnerWith((sandbox) => {
      const next = says.shift();
      if (next !== undefined) sandbox.say(next);
    });
    const taken: string[] = [];
    const exit = await runner.run(
      request,
      async (stream, bytes) => {
        expect(started[0]?.commands).toHaveLength(taken.length + 1);
        taken.push(`${stream} ${new TextDecoder().decode(bytes)}`);
      },
      new AbortController().signal,
    );
    expect(exit).toEqual({ exitCode: 0, said: '' });
    expect(taken).toEqual(['stdout a', 'stdout b']);
    expect(started[0]?.commands).toEqual(['run', 'more', 'more']);
  });

  it('ends its sandbox when what it printed cannot be taken', async () => {
    const { runner, started } = runnerWith((sandbox) => sandbox.say(printed('a')));
    const full = async () => {
      throw new Error('no room');
    };
    await expect(runner.run(request, full, new AbortController().signal)).rejects.toThrow('no room');
    expect(started[0]?.ended).toBe(true);
  });

  it('stops a script that takes too long', async () => {
    const { runner, started } = runnerWith(() => undefined);
    const result = await printedBy(runner, { ...request, timeoutMs: 1 });
    expect(result).toMatchObject({ exitCode: -1, stderr: 'The script ran past its time of 1 ms and was stopped.\n' });
    expect(started[0]?.ended).toBe(true);
  });

  it('stops a script that is cancelled', async () => {
    const controller = new AbortController();
    const { runner, started } = runnerWith(() => controller.abort());
    await expect(printedBy(runner, request, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(started[0]?.ended).toBe(true);
    await expect(printedBy(runner, request, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(started).toHaveLength(1);
  });

  it('reports a sandbox that breaks', async () => {
    const { runner, started } = runnerWith((sandbox) => sandbox.fail('no memory'));
    const result = await printedBy(runner, request);
    expect(result).toMatchObject({ exitCode: -1, stderr: 'The sandbox failed: no memory.\n' });
    expect(started[0]?.ended).toBe(true);
  });

  it('hears nothing of a sandbox that it has ended', async () => {
    const { runner, started } = runnerWith((sandbox) => sandbox.say(ended));
    await printedBy(runner, request);
    started[0]?.say(printed('late'));
    started[0]?.say({ kind: 'ready' });
    expect(started[0]?.commands).toEqual(['run']);
  });
});
