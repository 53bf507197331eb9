import { formatBytes, formatDuration, formatOutput, formatTokens } from '@/base/figures';
import type { BlobStore } from '@/engine/ports/blob-store';
import { type RecordedOutput, textPage, wholeOutput } from '@/host/whole-output';
import type { IterationPart, Payload } from '@/run/event-data';
import { commandOf, type IterationLog, largeOutputOf } from '@/run/iteration-log';
import { unlistedWords } from '@/run/unlisted-words';
import type { Io, Output } from '../io';
import { plainLine } from '../plain-line';
import { printOutput } from '../print-output';
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
  for (const words of unlistedWords(log)) say(words);
  const large = largeOutputOf(log);
  if (large !== undefined) say(`Large output: ${formatBytes(large)}`);
  if (log.usage !== null) say(`Tokens: ${formatTokens(log.usage.inputTokens)} in, ${formatOutput(log.usage)}`);
  for (const part of log.parts) say(`Part ${taskName(part.path)}: ${partWords(part)}`);
  const print = async (output: Output, record: RecordedOutput): Promise<void> => {
    const pages = await wholeOutput(blobs, log.executionId, record);
    await printOutput(output, pages ?? textPage(record.payload.text), !record.capture?.binary);
  };
  await print(io.out, { payload: log.stdout, capture: log.capture });
  if (log.stderr.length === 0) return;
  say('Standard error:');
  await print(io.err, { payload: log.stderr, capture: log.stderrCapture });
}

/** A part in a line: how it ended, and the start of what it wrote. `--json` has all of it. */
function partWords({ exitCode, output, error }: IterationPart): string {
  return `exit ${exitCode}, ${(error?.message ?? output.text).trim().split('\n', 1)[0]}`;
}

async function wholeText(blobs: BlobStore, executionId: string, { text, ref }: Payload): Promise<string> {
  return (ref === undefined ? undefined : await blobs.get(executionId, ref)) ?? text;
}
