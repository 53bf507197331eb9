import { formatBytes, formatDuration, formatOutput, formatTokens } from '@/base/figures';
import type { BlobStore } from '@/engine/ports/blob-store';
import { type IterationLog, largeOutputOf } from '@/run/iteration-log';
import type { Io, Output } from '../io';
import { plainLine } from '../plain-line';
import { printOutput } from '../print-output';
import { taskName } from '../progress/event-line';
import { type RecordedOutput, textPage, wholeOutput } from '../run/whole-output';
import { sentence } from '../sentence';

/**
 * Shows a whole iteration: its output on standard output, and everything else on standard error, with its own standard
 * error last.
 */
export async function showIteration(io: Io, blobs: BlobStore, log: IterationLog): Promise<void> {
  const say = (line: string) => io.err.write(`${plainLine(line)}\n`);
  say(`Iteration ${log.ordinal} — Exit ${log.exitCode} — ${formatDuration(log.durationMs)}`);
  say(`${taskName(log.path)}, ${new Date(log.createdAt).toISOString()}`);
  if (log.command !== '') say(`Command: ${log.command}`);
  if (log.error !== undefined) say(`Error: ${sentence(log.error)}`);
  if (log.filesChanged.length > 0) say(`Files changed: ${log.filesChanged.join(', ')}`);
  for (const { tool, arguments: given, result, isError } of log.toolCalls) {
    say(`Tool ${tool} ${given} ${isError ? 'failed: ' : '→ '}${result}`);
  }
  const large = largeOutputOf(log);
  if (large !== undefined) say(`Large output: ${formatBytes(large)}`);
  if (log.usage !== null) say(`Tokens: ${formatTokens(log.usage.inputTokens)} in, ${formatOutput(log.usage)}`);
  const print = async (output: Output, record: RecordedOutput): Promise<void> => {
    const pages = await wholeOutput(blobs, log.executionId, record);
    await printOutput(output, pages ?? textPage(record.payload.text), !record.capture?.binary);
  };
  await print(io.out, { payload: log.stdout, capture: log.capture });
  if (log.stderr.length === 0) return;
  say('Standard error:');
  await print(io.err, { payload: log.stderr, capture: log.stderrCapture });
}
