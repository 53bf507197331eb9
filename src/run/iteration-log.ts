import type { Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { Capture, Payload, ToolCallSummary, Usage } from './event-data';
import type { EventOf } from './events';
import { msOfTime } from './iso-time';
import type { JournalPath } from './journal-path';
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
  /** What else is told of it: the verdict on a draft; what of the lists above was left out. */
  readonly notes?: JsonObject;
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
  /** In its command or its output, as far as they are in the record, whatever the case. */
  readonly text?: string;
  /** The ordinal to begin with; left out: from the first, or backward from the last. */
  readonly from?: number;
  readonly direction: 'forward' | 'backward';
  readonly limit: number;
}

/** What was found, in the direction in which it was looked for. */
export interface IterationPage {
  readonly iterations: readonly IterationLog[];
  /**
   * The ordinal to continue with; null: there are no more. There may be more even where few were found: a search is cut
   * into parts.
   */
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
    ...(data.notes === undefined ? {} : { notes: data.notes }),
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

/**
 * Outputs of more bytes than `warned` are told to be large; of more than `apart` only the start is in a written
 * iteration.
 */
export const largeOutput = { warned: 100_000, apart: 1_000_000 } as const;

/** Port: the payloads of a run, by their refs. */
export interface IterationTexts {
  /** In bytes; undefined: there is none. */
  size(ref: string): Promise<number | undefined>;
  read(ref: string): Promise<string | undefined>;
}

/**
 * An iteration as it is exported: the record of seed 003, with what it leaves open (prompt, thinking and cached tokens,
 * cost). Times are ms since 1970.
 */
export async function writtenIteration(log: IterationLog, texts: IterationTexts): Promise<JsonObject> {
  const stdout = await writtenOutput('stdout', log.stdout, log.capture, texts);
  const stderr = await writtenOutput('stderr', log.stderr, log.stderrCapture, texts);
  const { usage, prompt, notes, error } = log;
  return {
    id: log.id,
    execution_id: log.executionId,
    iteration: log.ordinal,
    path: log.path,
    kind: log.of,
    round: log.n,
    validation_command: log.command,
    exit_code: log.exitCode,
    ...stdout.fields,
    ...stderr.fields,
    ...(stdout.isLarge || stderr.isLarge ? { large: true } : {}),
    duration_ms: log.durationMs,
    files_changed: log.filesChanged,
    llm_input_tokens: usage?.inputTokens ?? null,
    llm_output_tokens: usage?.outputTokens ?? null,
    ...(usage?.reasoningTokens === undefined ? {} : { llm_reasoning_tokens: usage.reasoningTokens }),
    llm_cached_tokens: usage?.cachedTokens ?? null,
    cost_usd: usage?.costUsd ?? null,
    tool_calls: log.toolCalls.map((call) => ({
      tool_name: call.tool,
      arguments_summary: call.arguments,
      result_summary: call.result,
      is_error: call.isError,
    })),
    ...(prompt?.ref === undefined ? {} : { prompt_ref: prompt.ref }),
    ...(notes === undefined ? {} : { notes }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    created_at: log.createdAt,
    // An iteration is written once.
    updated_at: log.createdAt,
  };
}

interface WrittenOutput {
  readonly fields: JsonObject;
  readonly isLarge: boolean;
}

/** A whole output; of one that is too large, or is not there any more, its start, and where the whole is or was. */
async function writtenOutput(
  name: 'stdout' | 'stderr',
  { text, ref: long }: Payload,
  capture: Capture | undefined,
  texts: IterationTexts,
): Promise<WrittenOutput> {
  const ref = capture?.stored?.ref ?? long;
  if (ref === undefined) return { fields: { [name]: text }, isLarge: false };
  const bytes = capture?.stored?.bytes ?? (await texts.size(ref));
  const isLarge = (bytes ?? 0) > largeOutput.warned;
  const whole = bytes === undefined || bytes > largeOutput.apart ? undefined : await texts.read(ref);
  if (whole !== undefined) return { fields: { [name]: whole }, isLarge };
  return { fields: { [name]: text, [`${name}_ref`]: ref, [`${name}_bytes`]: bytes ?? null }, isLarge };
}
