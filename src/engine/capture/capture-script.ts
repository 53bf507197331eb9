import type { TruncationStrategy } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import type { ScriptRequest } from '../ports/script-runner';
import type { ScriptTools } from '../tools/script-calls';
import { type CaptureLimits, openWhole } from './capture-limits';
import { CapturedStream } from './captured-stream';
import { type CapturedOutput, finishOutput } from './finish-output';

/** The result of a script: its output, perhaps shortened, and how it ended. */
export interface CapturedScript {
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly exitCode: number;
  /** See `ScriptExit`. */
  readonly timedOut?: boolean;
  readonly durationMs: number;
  /** See `ScriptExit`. */
  readonly filesChanged?: readonly string[] | null;
}

/**
 * Runs a script within the time limit of the attempt, and captures its output under its limits while it prints.
 * Heddle's own message is added at the end of standard error. If both outputs together are too long, standard error is
 * cut first. `path`: journal path of the script. `tools`: those that it may call.
 */
export async function captureScript(
  request: ScriptRequest,
  limits: CaptureLimits,
  attempt: Attempt,
  path: JournalPath,
  tools?: ScriptTools,
): Promise<CapturedScript> {
  const { run } = attempt;
  const { maxStdoutBytes, maxStderrBytes, maxCombinedBytes } = limits;
  const limitOf = {
    stdout: Math.min(maxStdoutBytes, maxCombinedBytes),
    stderr: Math.min(maxStderrBytes, maxCombinedBytes),
  };
  // What went wrong comes last on standard error.
  const ends = { ...limits, truncationStrategy: keepEndToo(limits.truncationStrategy) };
  const createStream = (limit: number, { truncationStrategy }: CaptureLimits) =>
    new CapturedStream({ limit, strategy: truncationStrategy, open: () => openWhole(run, limits) });
  const streams = { stdout: createStream(limitOf.stdout, limits), stderr: createStream(limitOf.stderr, ends) };
  // A call that the script did not wait for ends with it.
  const ended = new AbortController();
  try {
    const { value: exit, durationMs } = await attempt.timed((signal) => {
      const callTool = tools?.within(AbortSignal.any([signal, ended.signal]));
      return run.deps.scripts.run(request, (stream, bytes) => streams[stream].write(bytes), signal, callTool);
    });
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
      limits: ends,
      stream: 'stderr',
      type: 'stderr',
      limit: Math.min(limitOf.stderr, Math.max(0, maxCombinedBytes - stdout.shown)),
      dropped: exit.dropped?.stderr,
    });
    const { said: _line, dropped: _bytes, ...rest } = exit;
    return { ...rest, stdout, stderr, durationMs };
  } catch (error) {
    await Promise.all([streams.stdout.abort(), streams.stderr.abort()]);
    throw error;
  } finally {
    ended.abort();
  }
}

/** The same strategy, or one that keeps the end too. */
function keepEndToo(strategy: TruncationStrategy): TruncationStrategy {
  return strategy === 'head' ? 'both' : strategy;
}
