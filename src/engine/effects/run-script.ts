import { hashValue } from '@/base/hash';
import type { PlannedLimits } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import { at } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { captureScript } from '../capture/capture-script';
import type { ScriptRequest } from '../ports/script-runner';
import { filesChangedOf } from './files-changed';

/** What a script printed, as it is handed on, and how it ended. */
export interface ScriptResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Of the standard output, where it is not the whole, or the whole is kept apart. */
  readonly capture?: Capture;
}

/**
 * Runs a script through the journal, once in an attempt, which holds a slot (`begin`). A script that fails is a result.
 */
export async function runScript(
  request: ScriptRequest,
  limits: PlannedLimits,
  attempt: Attempt,
): Promise<ScriptResult> {
  const { journal } = attempt.run;
  const { timeoutMs: _limit, maxOutputBytes: _most, ...asked } = request;
  const key = at(attempt.path, 'script', 1);
  const step = { kind: 'script.exited', key, inputHash: hashValue(asked), task: request.content } as const;
  const { text, data } = await journal.step(step, async () => {
    const captured = await journal.outlast(() => captureScript(request, limits, attempt, key));
    const { stdout, stderr, exitCode, durationMs } = captured;
    return {
      text: stdout.text,
      data: {
        exitCode,
        binary: !stdout.isText || !stderr.isText,
        stderr: await journal.payload(stderr.text),
        ...(stdout.capture === undefined ? {} : { capture: stdout.capture }),
        ...(stderr.capture === undefined ? {} : { stderrCapture: stderr.capture }),
        ...filesChangedOf(captured),
        durationMs,
      },
    };
  });
  const { capture } = data;
  const result = { stdout: text, stderr: await journal.read(data.stderr), exitCode: data.exitCode };
  return { ...result, ...(capture === undefined ? {} : { capture }) };
}
