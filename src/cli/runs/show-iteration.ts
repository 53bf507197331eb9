import { formatBytes, formatDuration, formatOutput, formatTokens } from '@/base/figures';
import type { BlobStore } from '@/engine/ports/blob-store';
import { createTextPage, type RecordedOutput, readWholeOutput } from '@/host/whole-output';
import type { IterationPart, Payload } from '@/run/event-data';
import { findLargeOutput, findWholeCommand, type IterationLog } from '@/run/iteration-log';
import { listUnlisted } from '@/run/unlisted-words';
import type { Io, Output } from '../io';
import { formatPlainLine } from '../plain-line';
import { printOutput } from '../print-output';
import { formatInstanceName } from '../progress/event-line';
import { formatSentence } from '../sentence';

/**
 * Shows a whole iteration: its output on standard output, and everything else on standard error, with its own standard
 * error last.
 */
export async function showIteration(io: Io, blobs: BlobStore, log: IterationLog): Promise<void> {
  const sayLine = (line: string) => io.err.write(`${formatPlainLine(line)}\n`);
  sayLine(`Iteration ${log.ordinal} — Exit ${log.exitCode} — ${formatDuration(log.durationMs)}`);
  sayLine(`${formatInstanceName(log.path)}, ${new Date(log.createdAt).toISOString()}`);
  const command = (await readWholeText(blobs, log.executionId, findWholeCommand(log))).trimEnd().split('\n');
  if (log.command !== '')
    for (const line of command.length === 1 ? [`Command: ${command}`] : ['Command:', ...command]) sayLine(line);
  if (log.decidedBy !== undefined && log.parts.length > 1)
    sayLine(`Decided by: ${formatInstanceName(log.decidedBy.path)}`);
  if (log.error !== undefined) sayLine(`Error: ${formatSentence(log.error)}`);
  if (log.filesChanged.length > 0) sayLine(`Files changed: ${log.filesChanged.join(', ')}`);
  for (const { tool, arguments: given, result, isError } of log.toolCalls) {
    sayLine(`Tool ${tool} ${given} ${isError ? 'failed: ' : '→ '}${result}`);
  }
  for (const words of listUnlisted(log)) sayLine(words);
  const large = findLargeOutput(log);
  if (large !== undefined) sayLine(`Large output: ${formatBytes(large)}`);
  if (log.usage !== null) sayLine(`Tokens: ${formatTokens(log.usage.inputTokens)} in, ${formatOutput(log.usage)}`);
  for (const part of log.parts) sayLine(`Part ${formatInstanceName(part.path)}: ${formatPart(part)}`);
  const printRecord = async (output: Output, record: RecordedOutput): Promise<void> => {
    const pages = await readWholeOutput(blobs, log.executionId, record);
    await printOutput(output, pages ?? createTextPage(record.payload.text), !record.capture?.binary);
  };
  await printRecord(io.out, { payload: log.stdout, capture: log.capture });
  if (log.stderr.length === 0) return;
  sayLine('Standard error:');
  await printRecord(io.err, { payload: log.stderr, capture: log.stderrCapture });
}

/** A part in a line: how it ended, and the start of what it wrote. `--json` has all of it. */
function formatPart({ exitCode, output, error }: IterationPart): string {
  return `exit ${exitCode}, ${(error?.message ?? output.text).trim().split('\n', 1)[0]}`;
}

async function readWholeText(blobs: BlobStore, executionId: string, { text, ref }: Payload): Promise<string> {
  return (ref === undefined ? undefined : await blobs.get(executionId, ref)) ?? text;
}
