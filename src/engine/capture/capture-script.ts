import type { JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import type { ScriptRequest } from '../ports/script-runner';
import { type CaptureLimits, openWhole } from './capture-limits';
import { CapturedStream } from './captured-stream';
import { type CapturedOutput, finishOutput } from './finish-output';

/** The result of a script: its output, perhaps shortened, and how it ended. */
export interface CapturedScript {
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly exitCode: number;
  readonly durationMs: number;
  /** See `ScriptExit`. */
  readonly filesChanged?: readonly string[] | null;
}

/**
 * Runs a script within the time limit of the attempt, and captures its output under its limits while it prints.
 * Heddle's own message is added at the end of standard error. If both outputs together are too long, standard error is
 * cut first. `path`: journal path of the script.
 */
export async function captureScript(
  request: ScriptRequest,
  limits: CaptureLimits,
  attempt: Attempt,
  path: JournalPath,
): Promise<CapturedScript> {
  const { run } = attempt;
  const { maxStdoutBytes, maxStderrBytes, maxCombinedBytes } = limits;
  const limitOf = {
    stdout: Math.min(maxStdoutBytes, maxCombinedBytes),
    stderr: Math.min(maxStderrBytes, maxCombinedBytes),
  };
  const streamOf = (limit: number) =>
    new CapturedStream({ limit, strategy: limits.truncationStrategy, open: () => openWhole(run, limits) });
  const streams = { stdout: streamOf(limitOf.stdout), stderr: streamOf(limitOf.stderr) };
  try {
    const { value: exit, durationMs } = await attempt.timed((signal) =>
      run.deps.scripts.run(request, (stream, bytes) => streams[stream].write(bytes), signal),
    );
    if (exit.said !== '') await streams.stderr.write(new TextEncoder().encode(exit.said));
    const shared = { limits, attempt, path };
    const stdout = await finishOutput(streams.stdout, {
      ...shared,
      stream: 'stdout',
      type: 'stdout',
      limit: limitOf.stdout,
      dropped: exit.dropped?.stdout,
    });
    const stderr = await finishOutput(streams.stderr, {
      ...shared,
      stream: 'stderr',
      type: 'stderr',
      limit: Math.min(limitOf.stderr, Math.max(0, maxCombinedBytes - stdout.shown)),
      dropped: exit.dropped?.stderr,
    });
    const { exitCode, filesChanged } = exit;
    return { stdout, stderr, exitCode, durationMs, ...(filesChanged === undefined ? {} : { filesChanged }) };
  } catch (error) {
    await Promise.all([streams.stdout.abort(), streams.stderr.abort()]);
    throw error;
  }
}
