import { hashValue } from '@/base/hash';
import { at } from '@/run/path';
import type { Attempt } from '../attempt';
import { runCaptured, type ScriptResult } from '../capture/run-captured';
import type { ScriptRequest } from '../ports';

/** Runs a script through the journal, once in an attempt, which holds a slot (`begin`). A script that fails is a result. */
export async function runScript(request: ScriptRequest, attempt: Attempt): Promise<Omit<ScriptResult, 'binary'>> {
  const { journal, deps } = attempt.run;
  const { timeoutMs: _limit, ...asked } = request;
  const step = {
    kind: 'script.exited',
    key: at(attempt.path, 'script', 1),
    inputHash: hashValue(asked),
    task: request.content,
  } as const;
  const { text, data } = await journal.step(step, async () => {
    const { value, durationMs } = await attempt.timed((signal) => runCaptured(deps.scripts, request, signal));
    const { stdout, stderr, exitCode, binary } = value;
    return { text: stdout, data: { exitCode, binary, stderr: await journal.payload(stderr), durationMs } };
  });
  return { stdout: text, stderr: await journal.read(data.stderr), exitCode: data.exitCode };
}
