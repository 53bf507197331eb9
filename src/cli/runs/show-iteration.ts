import { formatDuration, formatOutput, formatTokens } from '@/base/figures';
import type { BlobStore } from '@/engine/ports/blob-store';
import type { Capture, IterationPart, Payload } from '@/run/event-data';
import { commandOf, type IterationLog } from '@/run/iteration-log';
import type { Io, Output } from '../io';
import { plainLine } from '../plain-line';
import { withoutControls } from '../plain-text';
import { taskName } from '../progress/event-line';
import { sentence } from '../sentence';

/**
 * Shows a whole iteration: its output on standard output, and everything else on standard error, with its own standard
 * error last.
 */
export async function showIteration(io: Io, blobs: BlobStore, log: IterationLog): Promise<void> {
  const say = (line: string) => io.err.write(`${plainLine(line)}\n`);
  say(`Iteration ${log.ordinal} — Exit ${log.exitCode} — ${formatDuration(log.durationMs)}`);
  say(`${taskName(log.path)}, ${new Date(log.createdAt).toISOString()}`);
  const command = (await wholeText(blobs, log.executionId, commandOf(log))).trimEnd().split('\n');
  if (log.command !== '')
    for (const line of command.length === 1 ? [`Command: ${command}`] : ['Command:', ...command]) say(line);
  if (log.decidedBy !== undefined && log.parts.length > 1) say(`Decided by: ${taskName(log.decidedBy.path)}`);
  if (log.error !== undefined) say(`Error: ${sentence(log.error)}`);
  if (log.filesChanged.length > 0) say(`Files changed: ${log.filesChanged.join(', ')}`);
  for (const { tool, arguments: given, result, isError } of log.toolCalls) {
    say(`Tool ${tool} ${given} ${isError ? 'failed: ' : '→ '}${result}`);
  }
  if (log.usage !== null) say(`Tokens: ${formatTokens(log.usage.inputTokens)} in, ${formatOutput(log.usage)}`);
  for (const part of log.parts) say(`Part ${taskName(part.path)}: ${partWords(part)}`);
  await write(io.out, pagesOf(blobs, log.executionId, log.stdout, log.capture));
  if (log.stderr.length === 0) return;
  say('Standard error:');
  await write(io.err, pagesOf(blobs, log.executionId, log.stderr, log.stderrCapture));
}

/** A part in a line: how it ended, and the start of what it wrote. `--json` has all of it. */
function partWords({ exitCode, output, error }: IterationPart): string {
  return `exit ${exitCode}, ${(error?.message ?? output.text).trim().split('\n', 1)[0]}`;
}

async function wholeText(blobs: BlobStore, executionId: string, { text, ref }: Payload): Promise<string> {
  return (ref === undefined ? undefined : await blobs.get(executionId, ref)) ?? text;
}

/** The whole output, as far as it is stored. */
async function* pagesOf(
  blobs: BlobStore,
  executionId: string,
  { text, length, ref }: Payload,
  capture: Capture | undefined,
): AsyncGenerator<Uint8Array> {
  const whole = capture?.stored?.ref ?? (length > text.length ? ref : undefined);
  const pages = whole === undefined ? undefined : await blobs.stream(executionId, whole);
  if (pages === undefined) yield new TextEncoder().encode(text);
  else yield* pages;
}

/**
 * Unchanged for another program; for a terminal, without control characters. It ends with a line feed, so that what
 * follows begins a line.
 */
async function write(output: Output, pages: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let ends = true;
  const print = (text: string) => {
    if (text === '') return;
    ends = text.endsWith('\n');
    output.write(output.columns === undefined ? text : withoutControls(text));
  };
  for await (const page of pages) {
    print(decoder.decode(page, { stream: true }));
    await output.taken();
  }
  print(decoder.decode());
  if (!ends) output.write('\n');
}
