import { formatBytes, formatCount, formatDuration, formatTokens } from '@/base/figures';
import { findLargeOutput, type IterationLog } from '@/run/iteration-log';
import type { Output } from '../io';
import { formatPlainLine } from '../plain-line';
import { formatInstanceName } from '../progress/event-line';

/** The most characters of a command, or else of the output, in a line. */
const shownText = 80;

const colours = { well: 32, failed: 31, notRun: 33 } as const;

/** An iteration in one line: number, how it ended, duration, task, and what was asked or run. */
export function formatIterationLine(log: IterationLog, instruction: string, { coloured }: Output): string {
  const exit = `exit ${log.exitCode}`.padEnd(8);
  const text = [
    String(log.ordinal).padStart(5),
    coloured ? `\u001b[${colours[findTone(log)]}m${exit}\u001b[0m` : exit,
    formatDuration(log.durationMs).padStart(8),
    ...listIterationWords(log, instruction).map(formatPlainLine),
  ];
  return text.join('  ').trimEnd();
}

function findTone({ exitCode }: IterationLog): keyof typeof colours {
  if (exitCode === 0) return 'well';
  return exitCode < 0 ? 'notRun' : 'failed';
}

function listIterationWords(log: IterationLog, instruction: string): string[] {
  const { path, of, n, error, stdout, filesChanged, toolCalls, usage } = log;
  const large = findLargeOutput(log);
  return [
    formatInstanceName(path),
    ...(of === 'retry' ? ['tried again'] : []),
    ...(of === 'step' ? [`try ${n}`, ...(error === undefined ? [] : [error.message])] : []),
    cutFirstLine(of === 'step' || instruction === '' ? stdout.text : instruction),
    ...(large === undefined ? [] : [`large output: ${formatBytes(large)}`]),
    ...(filesChanged.length === 0 ? [] : [formatCount(filesChanged.length, 'file')]),
    ...(toolCalls.length === 0 ? [] : [formatCount(toolCalls.length, 'tool call')]),
    ...(usage === null ? [] : [formatTokens(usage.inputTokens + usage.outputTokens)]),
  ].filter((word) => word !== '');
}

/** The start of the first line, without cutting a character in two. */
function cutFirstLine(text: string): string {
  const [line = ''] = text
    .trim()
    .slice(0, shownText * 2)
    .split('\n');
  const characters = [...line];
  return characters.length <= shownText ? line : `${characters.slice(0, shownText - 1).join('')}…`;
}
