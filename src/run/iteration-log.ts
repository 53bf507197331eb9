import type { Failure } from '@/base/errors';
import type { Capture, EventOf, Payload, ToolCallSummary, Usage } from './events';
import { msOfTime } from './iso-time';
import type { JournalPath } from './path';
import { resultOf } from './result-payload';

/** A round of a loop or of a director, or an attempt after which there was another (IterationLog of seed 003). */
export interface IterationLog {
  /** `EXECUTION-iter-ORDINAL`. */
  readonly id: string;
  readonly executionId: string;
  /** From 1, in the run. */
  readonly ordinal: number;
  /** Journal path of the round; of an attempt the path of the attempt. */
  readonly path: JournalPath;
  readonly of: EventOf<'iteration.logged'>['data']['of'];
  /** From 1, at its place. */
  readonly n: number;
  /** Number of its event. */
  readonly seq: number;
  readonly command: string;
  /** 0 where it went well; -1: it timed out or could not be started. */
  readonly exitCode: number;
  readonly stdout: Payload;
  readonly stderr: Payload;
  /** Set where the text is a view of something longer. */
  readonly capture?: Capture;
  readonly stderrCapture?: Capture;
  readonly durationMs: number;
  readonly filesChanged: readonly string[];
  readonly toolCalls: readonly ToolCallSummary[];
  /** The messages of its last call of a model. */
  readonly prompt?: Payload;
  readonly usage: Usage | null;
  readonly error?: Failure;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** Which iterations of a run are wanted: those for which all that is said here holds. */
export interface IterationQuery {
  /** Of the task at this path, and of all in it. */
  readonly path?: JournalPath;
  /** `failed`: any but 0. */
  readonly exitCode?: number | 'failed';
  /** In its command or its output, as far as they stand in the record, whatever the case. */
  readonly text?: string;
  /** The ordinal to begin with; left out: from the first, or backward from the last. */
  readonly from?: number;
  readonly direction: 'forward' | 'backward';
  readonly limit: number;
}

/** What was found, in the direction in which it was looked for. */
export interface IterationPage {
  readonly iterations: readonly IterationLog[];
  /** The ordinal to go on with; null: there are no more. */
  readonly next: number | null;
}

/** The record of an iteration, as its event tells it. One of a version without ordinals has none and is no record. */
export function iterationOf(executionId: string, event: EventOf<'iteration.logged'>): IterationLog | undefined {
  const { ordinal, of, n, command = '', exitCode, stderr, filesChanged = [], toolCalls = [], ...data } = event.data;
  if (ordinal === undefined) return undefined;
  return {
    id: `${executionId}-iter-${ordinal}`,
    executionId,
    ordinal,
    path: event.path,
    of,
    n,
    seq: event.seq,
    command,
    exitCode,
    stdout: resultOf(event),
    stderr: stderr ?? { text: '', length: 0 },
    ...(data.capture === undefined ? {} : { capture: data.capture }),
    ...(data.stderrCapture === undefined ? {} : { stderrCapture: data.stderrCapture }),
    durationMs: data.durationMs,
    filesChanged,
    toolCalls,
    ...(data.prompt === undefined ? {} : { prompt: data.prompt }),
    usage: data.usage,
    ...(event.error === undefined ? {} : { error: event.error }),
    createdAt: msOfTime(event.t),
  };
}

/** A query without its place in the list, made ready to be asked of many iterations. */
export function iterationMatcher({ path, exitCode, text }: Omit<IterationQuery, 'direction' | 'limit'>) {
  const word = text?.toLowerCase() ?? '';
  return (log: IterationLog): boolean =>
    (path === undefined || log.path === path || log.path.startsWith(`${path}/`)) &&
    (exitCode === undefined || (exitCode === 'failed' ? log.exitCode !== 0 : log.exitCode === exitCode)) &&
    [log.command, log.stdout.text, log.stderr.text].some((one) => one.toLowerCase().includes(word));
}
