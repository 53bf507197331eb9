import { formatBytes, formatDuration } from '@/base/figures';
import type { ScriptToolCall } from '@/run/event-data';
import { findEventStatus } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { isWritten } from '@/run/is-written';
import { formatTargets } from '@/run/target-words';
import { unknownFailure } from '@/run/unknown-failure';
import type { Output } from '../io';
import { buildEventLine, type EventLine, formatInstanceName } from '../progress/event-line';
import { paintLine } from '../progress/line-follower';
import { formatSentence } from '../sentence';

/** The most characters of a text in a line. */
const shownText = 100;

/**
 * An event of a log in one line for a person: number, time (UTC), kind, and details. The calls that a script made of
 * tools follow, a line for each.
 */
export function formatLogLines(event: RunEvent, output: Output): readonly string[] {
  const calls = event.kind === 'script.exited' ? (event.data.calls ?? []) : [];
  const toolLine = ({ tool, arguments: args, result, isError, durationMs }: ScriptToolCall) => {
    const ended = `${isError ? 'failed' : 'returned'} in ${formatDuration(durationMs)}`;
    const text = `${' '.repeat(23)}${tool} ${cutDetail(args.text)}  ${ended}  ${cutDetail(result.text)}`;
    return paintLine({ text: text.trimEnd(), tone: isError ? 'error' : 'plain' }, output.coloured);
  };
  return [formatLogLine(event, output), ...calls.map(toolLine)];
}

function formatLogLine(event: RunEvent, { coloured }: Output): string {
  const text = [String(event.seq).padStart(7), event.t.slice(11, 23), event.kind.padEnd(17), formatDetail(event)].join(
    '  ',
  );
  return paintLine({ text: text.trimEnd(), tone: findTone(event) }, coloured);
}

function findTone(event: RunEvent): EventLine['tone'] {
  const status = findEventStatus(event);
  if (status === 'failed') return 'error';
  return status === 'waiting' || event.kind === 'resource.warning' ? 'warning' : 'plain';
}

function formatDetail(event: RunEvent): string {
  const words = buildEventLine(event)?.text;
  if (words !== undefined) return words;
  const { path, error, model = '', task = '', result = '' } = event;
  const detail = formatFigures(event) ?? (error === undefined ? result || task : formatSentence(error));
  return [path === '' ? '' : formatInstanceName(path), model, formatTakenFrom(event), cutDetail(detail)]
    .filter((part) => part !== '')
    .join('  ');
}

/** Where a result comes from that the run did not make itself. */
function formatTakenFrom(event: RunEvent): string {
  const { taken } = event;
  if (isWritten(event)) return 'written by a person';
  if (taken === undefined) return '';
  return taken.run === undefined
    ? `taken over from event ${taken.seq}`
    : `taken over from ${taken.run} at ${taken.seq}`;
}

/** The details of an event that consist of figures; undefined for an event with details in words. */
function formatFigures(event: RunEvent): string | undefined {
  switch (event.kind) {
    case 'run.started': {
      const { taskCount, forkedFrom, targets, isDry } = event.data;
      const part = targets === undefined ? '' : ` (${formatTargets(targets)})`;
      const from = forkedFrom === undefined ? '' : `, from run ${forkedFrom.executionId} up to event ${forkedFrom.seq}`;
      return `${taskCount} ${taskCount === 1 ? 'task' : 'tasks'}${part}${from}${isDry ? ', a dry run' : ''}`;
    }
    case 'run.paused':
    case 'run.resumed':
      return event.data.reason;
    case 'run.completed':
    case 'run.failed':
      return `${formatDuration(event.data.durationMs)} at work`;
    case 'script.exited':
      return `exit ${event.data.exitCode} in ${formatDuration(event.data.durationMs)}  ${event.result ?? ''}`;
    case 'iteration.logged': {
      const { of, n, exitCode, durationMs } = event.data;
      if (of === 'step') return `try ${n} failed: ${(event.error ?? unknownFailure).message}  ${event.result ?? ''}`;
      return `exit ${exitCode} in ${formatDuration(durationMs)}  ${event.result ?? ''}`;
    }
    case 'tool.called':
      return `${event.data.tool} ${event.data.arguments.text}`;
    case 'pipeline.progress':
      return `${event.data.done} of ${event.data.total} steps`;
    case 'checkpoint.saved':
      return `up to event ${event.data.upTo}, ${formatBytes(event.data.bytes)}`;
    default:
      return undefined;
  }
}

/** Without cutting a character in two. */
function cutDetail(text: string): string {
  const characters = [...text.slice(0, shownText * 2)];
  return characters.length <= shownText && text.length <= shownText * 2
    ? text
    : `${characters.slice(0, shownText - 1).join('')}…`;
}
