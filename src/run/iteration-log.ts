import { defined, omitEmpty } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { Capture, IterationPart, Payload, ToolCallSummary, Usage } from './event-data';
import type { EventOf } from './events';
import { parseIsoTime } from './iso-time';
import { getNearestTaskPath, type JournalPath } from './journal-path';
import { readResult } from './result-payload';

/** A round of a loop or of a director, or an attempt that was followed by another (IterationLog of seed 003). */
export interface IterationLog {
  /** `EXECUTION-iter-ORDINAL`. */
  readonly id: string;
  readonly executionId: string;
  /** Numbered from 1 within the run. */
  readonly ordinal: number;
  /** Journal path of the round or attempt. */
  readonly path: JournalPath;
  /** The pipeline that it is part of, and the step (from 0) that was tried. */
  readonly pipeline?: string;
  readonly step?: number;
  readonly of: EventOf<'iteration.logged'>['data']['of'];
  /** Numbered from 1 within its task. */
  readonly n: number;
  /** `seq` of its event. */
  readonly seq: number;
  /** The start of the script or of the prompt of what decided how it ended. */
  readonly command: string;
  /** The whole script, if it is longer. */
  readonly wholeCommand?: Payload;
  /** The tasks that ended in it, in order. */
  readonly parts: readonly IterationPart[];
  /** The part that decided how it ended: exit code, command and both outputs are those of this part. */
  readonly decidedBy?: IterationPart;
  /** What it produced, as later rounds see it, if it is not the output of the part that decided. */
  readonly content?: Payload;
  readonly contentCapture?: Capture;
  /** 0 if it succeeded; -1 if it timed out or could not be started. */
  readonly exitCode: number;
  readonly stdout: Payload;
  readonly stderr: Payload;
  /** Set if the text is a view of a longer output. */
  readonly capture?: Capture;
  readonly stderrCapture?: Capture;
  readonly durationMs: number;
  readonly filesChanged: readonly string[];
  readonly toolCalls: readonly ToolCallSummary[];
  /** The messages of its last model call. */
  readonly prompt?: Payload;
  readonly usage: Usage | null;
  /** Further facts: the verdict on a draft; what was left out of the lists above. */
  readonly notes?: JsonObject;
  readonly error?: Failure;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** Selects iterations of a run. An iteration must meet every condition given. */
export interface IterationQuery {
  /** Iterations of the task at this path and of all tasks in it. */
  readonly path?: JournalPath;
  /** `failed`: any exit code but 0. */
  readonly exitCode?: number | 'failed';
  /** Text that occurs in the command or output, as far as they are in the record itself; letter case is ignored. */
  readonly text?: string;
  /** The ordinal to start from; left out: the first, or the last if the direction is backward. */
  readonly from?: number;
  readonly direction: 'forward' | 'backward';
  readonly limit: number;
}

/** The iterations that were found, in the direction of the search. */
export interface IterationPage {
  readonly iterations: readonly IterationLog[];
  /**
   * `from` of the next page; null: there are no more. There may be more even if this page is short, because a long
   * search is split into parts.
   */
  readonly next: number | null;
}

/** The record of an iteration, made from its event. Undefined for events of old versions, which have no ordinal. */
export function buildIteration(executionId: string, event: EventOf<'iteration.logged'>): IterationLog | undefined {
  const { ordinal, of, n, command = '', exitCode, stderr, filesChanged = [], toolCalls = [], ...data } = event.data;
  if (ordinal === undefined) return undefined;
  const { parts = [], capture } = data;
  const decidedBy = parts.find(({ path }) => path === data.decidedBy);
  const result = readResult(event);
  return {
    id: `${executionId}-iter-${ordinal}`,
    executionId,
    ordinal,
    path: event.path,
    ...defined({ pipeline: event.pipeline, step: event.step }),
    of,
    n,
    seq: event.seq,
    command,
    exitCode,
    parts,
    ...defined({ wholeCommand: data.wholeCommand }),
    ...(decidedBy === undefined
      ? { stdout: result, ...defined({ capture }) }
      : { decidedBy, stdout: decidedBy.output, ...defined({ capture: decidedBy.capture }) }),
    ...(decidedBy === undefined || isSameText(decidedBy.output, result)
      ? {}
      : { content: result, ...defined({ contentCapture: capture }) }),
    stderr: stderr ?? { text: '', length: 0 },
    ...defined({ stderrCapture: data.stderrCapture }),
    durationMs: data.durationMs,
    filesChanged,
    toolCalls,
    ...defined({ prompt: data.prompt }),
    usage: data.usage,
    ...defined({ notes: data.notes, error: event.error }),
    createdAt: parseIsoTime(event.t),
  };
}

function isSameText(one: Payload, other: Payload): boolean {
  return one.length === other.length && (one.ref === undefined ? one.text === other.text : one.ref === other.ref);
}

/** Compiles a query, without its paging, into a function that can test many iterations. */
export function createIterationMatcher({ path, exitCode, text }: Omit<IterationQuery, 'direction' | 'limit'>) {
  const word = text?.toLowerCase() ?? '';
  return (log: IterationLog): boolean =>
    (path === undefined || log.path === path || log.path.startsWith(`${path}/`)) &&
    (exitCode === undefined || (exitCode === 'failed' ? log.exitCode !== 0 : log.exitCode === exitCode)) &&
    [log.command, log.stdout.text, log.stderr.text].some((field) => field.toLowerCase().includes(word));
}

/**
 * Limits in bytes. An output longer than `warned` is marked as large; of one longer than `apart` an export has only the
 * start.
 */
export const largeOutput = { warned: 100_000, apart: 1_000_000 } as const;

/** Bytes of the larger output of an iteration, at least, if it is large; undefined: neither is. */
export function findLargeOutput({ stdout, stderr, capture, stderrCapture }: IterationLog): number | undefined {
  const bytes = Math.max(capture?.bytes ?? stdout.length, stderrCapture?.bytes ?? stderr.length);
  return bytes > largeOutput.warned ? bytes : undefined;
}

/** Port: reads the payloads of a run by their refs. */
export interface IterationTexts {
  /** Size in bytes; undefined: no such payload. */
  size(ref: string): Promise<number | undefined>;
  read(ref: string): Promise<string | undefined>;
}

/**
 * An iteration in its exported form: the record of seed 003, and what that record lacks (prompt, thinking and cached
 * tokens, cost). Times are in ms since 1970.
 */
export async function writeIteration(log: IterationLog, texts: IterationTexts): Promise<JsonObject> {
  const stdout = await writeOutput('stdout', log.stdout, log.capture, texts);
  const stderr = await writeOutput('stderr', log.stderr, log.stderrCapture, texts);
  const { usage, prompt, notes, error, content, contentCapture, decidedBy } = log;
  const command = await writeOutput('validation_command', findWholeCommand(log), undefined, texts);
  const produced = content && (await writeOutput('content', content, contentCapture, texts));
  const parts = await Promise.all(log.parts.map((part) => writePart(part, texts)));
  return {
    id: log.id,
    execution_id: log.executionId,
    iteration: log.ordinal,
    path: log.path,
    ...defined({ pipeline: log.pipeline, step: log.step }),
    kind: log.of,
    round: log.n,
    ...command.fields,
    exit_code: log.exitCode,
    ...defined({ decided_by: decidedBy && getNearestTaskPath(decidedBy.path) }),
    ...stdout.fields,
    ...stderr.fields,
    ...produced?.fields,
    ...defined({ parts: omitEmpty(parts), large: stdout.isLarge || stderr.isLarge || undefined }),
    duration_ms: log.durationMs,
    files_changed: log.filesChanged,
    llm_input_tokens: usage?.inputTokens ?? null,
    llm_output_tokens: usage?.outputTokens ?? null,
    ...defined({ llm_reasoning_tokens: usage?.reasoningTokens }),
    llm_cached_tokens: usage?.cachedTokens ?? null,
    cost_usd: usage?.costUsd ?? null,
    tool_calls: log.toolCalls.map((call) => ({
      tool_name: call.tool,
      arguments_summary: call.arguments,
      result_summary: call.result,
      is_error: call.isError,
    })),
    ...defined({ prompt_ref: prompt?.ref, notes, error: error && { code: error.code, message: error.message } }),
    created_at: log.createdAt,
    // An iteration is written once.
    updated_at: log.createdAt,
  };
}

/** The whole command of an iteration, as far as it is known. */
export function findWholeCommand({ command, wholeCommand }: Pick<IterationLog, 'command' | 'wholeCommand'>): Payload {
  return wholeCommand ?? { text: command, length: command.length };
}

/** What a part wrote where it wrote nothing. */
export const noText: Payload = { text: '', length: 0 };

/** A part in its exported form, with the same names as the iteration. */
async function writePart(part: IterationPart, texts: IterationTexts): Promise<JsonObject> {
  const {
    path,
    type,
    command = noText,
    exitCode,
    output,
    capture,
    stderr = noText,
    stderrCapture,
    error,
    prompt,
  } = part;
  const written = [
    await writeOutput('command', command, undefined, texts),
    await writeOutput('stdout', output, capture, texts),
    await writeOutput('stderr', stderr, stderrCapture, texts),
  ];
  return {
    task: getNearestTaskPath(path),
    path,
    type,
    exit_code: exitCode,
    ...Object.assign({}, ...written.map(({ fields }) => fields)),
    ...defined({ prompt_ref: prompt?.ref, error }),
  };
}

interface WrittenOutput {
  readonly fields: JsonObject;
  readonly isLarge: boolean;
}

/** The whole output. If it is too large or no longer stored: its start, and the ref of the whole. */
async function writeOutput(
  name: 'validation_command' | 'command' | 'content' | 'stdout' | 'stderr',
  { text, ref: payloadRef }: Payload,
  capture: Capture | undefined,
  texts: IterationTexts,
): Promise<WrittenOutput> {
  const ref = capture?.stored?.ref ?? payloadRef;
  if (ref === undefined) return { fields: { [name]: text }, isLarge: false };
  const bytes = capture?.stored?.bytes ?? (await texts.size(ref));
  const isLarge = (bytes ?? 0) > largeOutput.warned;
  const whole = bytes === undefined || bytes > largeOutput.apart ? undefined : await texts.read(ref);
  if (whole !== undefined) return { fields: { [name]: whole }, isLarge };
  return { fields: { [name]: text, [`${name}_ref`]: ref, [`${name}_bytes`]: bytes ?? null }, isLarge };
}
