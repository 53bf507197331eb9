import { defined } from '@/base/defined';
import { hashValue } from '@/base/hash';
import type { PlannedLimits, PlannedTool } from '@/plan/plan';
import { type Capture, eventTextLimits } from '@/run/event-data';
import { appendStep } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { captureScript } from '../capture/capture-script';
import type { ScriptRequest } from '../ports/script-runner';
import { openScriptTools } from '../tools/script-calls';
import { buildFilesChanged } from './files-changed';

/** The output of a script, perhaps shortened, and how it ended. */
export interface ScriptResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly timedOut: boolean;
  /** Set if the standard output is not whole, or the whole is stored as a file. */
  readonly capture?: Capture;
}

/**
 * Runs a script through the journal, at most once in an attempt. The attempt must hold a slot (`begin`). A failing
 * script is a result. `tools`: those that it may call.
 */
export async function runScript(
  request: ScriptRequest,
  limits: PlannedLimits,
  attempt: Attempt,
  tools: readonly PlannedTool[] = [],
): Promise<ScriptResult> {
  const { journal } = attempt.run;
  const { timeoutMs: _limit, maxOutputBytes: _most, ...asked } = request;
  const key = appendStep(attempt.path, 'script', 1);
  const inputHash = hashValue(tools.length === 0 ? asked : [asked, tools]);
  const step = { kind: 'script.exited', key, inputHash, task: request.content } as const;
  const { text, data } = await journal.step(step, async () => {
    const own = tools.length === 0 ? undefined : openScriptTools(tools, attempt);
    const offered = own === undefined ? request : { ...request, tools: tools.map(({ safeName }) => safeName) };
    const captured = await journal.outlast(() => captureScript(offered, limits, attempt, key, own));
    const { stdout, stderr, exitCode, timedOut, durationMs } = captured;
    return {
      text: stdout.text,
      data: {
        exitCode,
        ...(request.content.length > eventTextLimits.task
          ? { wholeCommand: await journal.payload(request.content) }
          : {}),
        ...(timedOut === true ? { timedOut } : {}),
        binary: !stdout.isText || !stderr.isText,
        stderr: await journal.payload(stderr.text),
        ...defined({ capture: stdout.capture, stderrCapture: stderr.capture }),
        ...buildFilesChanged(captured),
        ...(own === undefined || own.made.size === 0
          ? {}
          : { called: Object.fromEntries(own.made), calls: [...own.calls] }),
        durationMs,
      },
    };
  });
  const { capture, exitCode, timedOut = false } = data;
  const result = { stdout: text, stderr: await journal.read(data.stderr), exitCode, timedOut };
  return { ...result, ...defined({ capture }) };
}
