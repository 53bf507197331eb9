import type { JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import type { ScriptRequest } from '../ports/script-runner';
import { type CaptureLimits, openWhole } from './capture-limits';
import { CapturedStream } from './captured-stream';
import { type CapturedOutput, finishOutput } from './finish-output';

/** What a script came to: what it printed, as it is handed on, and how it ended. */
export interface CapturedScript {
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly exitCode: number;
  readonly durationMs: number;
  /** As of `ScriptExit`. */
  readonly filesChanged?: readonly string[] | null;
}

/**
 * Runs a script within the time of the attempt and captures what it prints, as its limits say, while it prints it. What
 * Heddle has to say about it stands at the end of its standard error. Of both together, standard error is cut first.
 * `path`: journal path of the script.
 */
export async function captureScript(
  request: ScriptRequest,
  limits: CaptureLimits,
  attempt: Attempt,
  path: JournalPath,
): Promise<CapturedScript> {
  const { run } = attempt;
  const { maxStdoutBytes, maxStderrBytes, maxCombinedBytes } = limits;
  const most = {
    stdout: Math.min(maxStdoutBytes, maxCombinedBytes),
    stderr: Math.min(maxStderrBytes, maxCombinedBytes),
  };
  const streamOf = (limit: number) =>
    new CapturedStream({ limit, strategy: limits.truncationStrategy, open: () => openWhole(run, limits) });
  const streams = { stdout: streamOf(most.stdout), stderr: streamOf(most.stderr) };
  try {
    const { value: exit, durationMs } = await attempt.timed((signal) =>
      run.deps.scripts.run(request, (stream, bytes) => streams[stream].write(bytes), signal),
    );
    if (exit.said !== '') await streams.stderr.write(new TextEncoder().encode(exit.said));
    const around = { limits, attempt, path };
    const stdout = await finishOutput(streams.stdout, {
      ...around,
      stream: 'stdout',
      type: 'stdout',
      limit: most.stdout,
      dropped: exit.dropped?.stdout,
    });
    const stderr = await finishOutput(streams.stderr, {
      ...around,
      stream: 'stderr',
      type: 'stderr',
      limit: Math.min(most.stderr, Math.max(0, maxCombinedBytes - stdout.shown)),
      dropped: exit.dropped?.stderr,
    });
    const { exitCode, filesChanged } = exit;
    return { stdout, stderr, exitCode, durationMs, ...(filesChanged === undefined ? {} : { filesChanged }) };
  } catch (error) {
    await Promise.all([streams.stdout.abort(), streams.stderr.abort()]);
    throw error;
  }
}
