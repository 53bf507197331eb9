import { countOf, formatBytes, formatDuration, formatTokens } from '@/base/figures';
import { type IterationLog, largeOutputOf } from '@/run/iteration-log';
import type { Output } from '../io';
import { plainLine } from '../plain-line';
import { taskName } from '../progress/event-line';

/** The most characters of a command, or else of the output, in a line. */
const shownText = 80;

const colours = { well: 32, failed: 31, notRun: 33 } as const;

/** An iteration in one line: number, how it ended, duration, task, and what was asked or run. */
export function iterationLine(log: IterationLog, instruction: string, { coloured }: Output): string {
  const exit = `exit ${log.exitCode}`.padEnd(8);
  const text = [
    String(log.ordinal).padStart(5),
    coloured ? `\u001b[${colours[toneOf(log)]}m${exit}\u001b[0m` : exit,
    formatDuration(log.durationMs).padStart(8),
    ...wordsOf(log, instruction).map(plainLine),
  ];
  return text.join('  ').trimEnd();
}

function toneOf({ exitCode }: IterationLog): keyof typeof colours {
  if (exitCode === 0) return 'well';
  return exitCode < 0 ? 'notRun' : 'failed';
}

function wordsOf(log: IterationLog, instruction: string): string[] {
  const { path, of, n, error, stdout, filesChanged, toolCalls, usage } = log;
  const large = largeOutputOf(log);
  return [
    taskName(path),
    ...(of === 'retry' ? ['tried again'] : []),
    ...(of === 'step' ? [`try ${n}`, ...(error === undefined ? [] : [error.message])] : []),
    start(of === 'step' || instruction === '' ? stdout.text : instruction),
    ...(large === undefined ? [] : [`large output: ${formatBytes(large)}`]),
    ...(filesChanged.length === 0 ? [] : [countOf(filesChanged.length, 'file')]),
    ...(toolCalls.length === 0 ? [] : [countOf(toolCalls.length, 'tool call')]),
    ...(usage === null ? [] : [formatTokens(usage.inputTokens + usage.outputTokens)]),
  ].filter((word) => word !== '');
}

/** The start of the first line, without cutting a character in two. */
function start(text: string): string {
  const [line = ''] = text
    .trim()
    .slice(0, shownText * 2)
    .split('\n');
  const characters = [...line];
  return characters.length <= shownText ? line : `${characters.slice(0, shownText - 1).join('')}…`;
}
