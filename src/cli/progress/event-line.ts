import type { Failure } from '@/base/errors';
import { formatBytes, formatCount, formatDuration, formatTokens } from '@/base/figures';
import { cutToStart } from '@/base/start-of';
import type { Usage } from '@/run/event-data';
import type { EventOf, RunEvent } from '@/run/events';
import { formatInstance } from '@/run/instance-label';
import { parseIsoTime } from '@/run/iso-time';
import { getTaskPath, parsePathSteps } from '@/run/journal-path';
import { formatLearned } from '@/run/learned-words';
import { formatFallback } from '@/run/projections/fallback-words';
import { skipWords } from '@/run/skip-words';
import { isSameTime } from '@/run/time-taken';
import { formatSentence } from '../sentence';

/** The most characters of a task's last words in a line. */
const shownText = 200;

/** The kind of a line. `note`: a person wants to see it even where only active tasks are shown. */
export interface EventLine {
  readonly text: string;
  readonly tone: 'plain' | 'note' | 'warning' | 'error';
}

/** The name of a task, or of one of its instances: `facts/inner_task (item 3)`. */
export function formatInstanceName(path: string): string {
  const instance = formatInstance(path);
  return instance === '' ? getTaskPath(path) : `${getTaskPath(path)} (${instance})`;
}

/**
 * An event in one line for a person; undefined for events that only a program reads. `since`: when the task of the
 * event began, in ms since 1970, if known.
 */
export function buildEventLine(event: RunEvent, since?: number): EventLine | undefined {
  const name = formatInstanceName(event.path);
  switch (event.kind) {
    case 'task.started':
      return { text: `${name} started`, tone: 'plain' };
    case 'task.completed': {
      const { usage, notes } = event.data;
      const text = `${name} completed in ${formatTaken(event, since)}${formatSpent(usage)}`;
      const message = notes?.['message'];
      // The last words of a pipeline: how many of its steps it did.
      if (event.error === undefined && typeof message === 'string')
        return { text: `${text}. ${cutToStart(message, shownText)}`, tone: 'note' };
      return event.error === undefined
        ? { text, tone: 'plain' }
        : { text: `${text}, though it failed: ${formatFailure(event.error)}`, tone: 'warning' };
    }
    case 'task.failed':
      return { text: `${name} failed: ${formatFailure(event.error)}`, tone: 'error' };
    case 'task.skipped':
      return { text: `${name} skipped: ${skipWords(event.data.reason, event.data.because)}`, tone: 'note' };
    case 'task.cancelled':
      return { text: `${name} cancelled`, tone: 'plain' };
    case 'task.retrying': {
      if (event.taken !== undefined || event.written) return undefined;
      const { attempt, delayMs } = event.data;
      const when = `tries again in ${formatDuration(delayMs)} (attempt ${attempt})`;
      return { text: `${name} ${when}: ${formatFailure(event.error)}`, tone: 'warning' };
    }
    case 'resource.warning':
      return { text: `${name === '' ? 'run' : name}: ${event.data.message}`, tone: 'warning' };
    case 'model.fell_back':
      return { text: `${name}: ${formatFallback(event)}. ${event.data.said}`, tone: 'warning' };
    case 'model.learned':
      return { text: `${formatLearned(event)} (heddle models lists what was learned)`, tone: 'note' };
    case 'vote.decided':
      // A pipeline may have millions of steps.
      if (parsePathSteps(event.path).at(-1)?.kind === 'step') return undefined;
      return { text: `${name} decided by ${event.data.samples} samples`, tone: 'plain' };
    case 'reparse.done':
      return {
        text: `${name} is decomposed into ${formatCount(event.data.tasks, 'task')} (${event.data.reason})`,
        tone: 'note',
      };
    case 'output.truncated':
      return formatTruncated(name, event.data);
    case 'output.stored':
      return { text: `${name} keeps ${formatStored(event.data)} in ${event.data.file}`, tone: 'plain' };
    case 'outputs.pruned': {
      const { pruned, left, strategy } = event.data;
      const text = `${name || 'run'} removes ${formatCount(pruned.length, 'output')} from context (${strategy}), ${left} stay`;
      return { text, tone: 'plain' };
    }
    case 'compaction.done':
      return formatCompacted(name, event.data);
    default:
      return undefined;
  }
}

/** For a long output, only its two ends are stored. */
function formatStored({ bytes, storedBytes }: EventOf<'output.stored'>['data']): string {
  return storedBytes < bytes
    ? `${formatBytes(storedBytes)}, the start and the end of ${formatBytes(bytes)},`
    : `${formatBytes(bytes)} whole`;
}

const strategyWords = { head: 'its head', tail: 'its tail', both: 'its head and tail', summary: 'a summary' } as const;

function formatTruncated(name: string, data: EventOf<'output.truncated'>['data']): EventLine {
  const { stream, bytes, shown, strategy, wanted, why } = data;
  const of = stream === 'content' ? 'what was written' : stream;
  // Of a summary no byte is one of the output.
  const size = strategy === 'summary' ? formatBytes(bytes) : `${formatBytes(shown)} of ${formatBytes(bytes)}`;
  const text = `${name} shows ${strategyWords[strategy]} of ${of}: ${size}`;
  if (wanted === undefined) return { text, tone: 'plain' };
  const reason = why === undefined ? '' : `: ${why}`;
  return { text: `${text}, not ${strategyWords[wanted]}${reason}`, tone: 'warning' };
}

function formatCompacted(name: string, data: EventOf<'compaction.done'>['data']): EventLine {
  const { of, messages, tokensBefore, tokensAfter, strategy, by, why } = data;
  const took = `${formatTokens(tokensBefore)} are now ${formatTokens(tokensAfter)}`;
  const how = `${strategy}, ${by === 'agent' ? 'by a model' : 'by template'}`;
  const text = `${name || 'run'} compacts ${formatCount(messages, 'message')} of its ${of} (${how}): ${took}`;
  return why === undefined
    ? { text, tone: 'plain' }
    : { text: `${text}, as the model did not: ${why}`, tone: 'warning' };
}

/** The time on the wall, and that at work where it is another: `3.2 s (0.3 s at work)`. */
function formatTaken({ t, data }: EventOf<'task.completed'>, since: number | undefined): string {
  // What was taken over took its time in another run, and the clock may have been set back.
  const tookMs = Math.max(data.durationMs, since === undefined ? 0 : parseIsoTime(t) - since);
  const took = formatDuration(tookMs);
  return isSameTime(tookMs, data.durationMs) ? took : `${took} (${formatDuration(data.durationMs)} at work)`;
}

function formatSpent(usage: Usage | null): string {
  return usage === null ? '' : `, ${formatTokens(usage.inputTokens + usage.outputTokens)}`;
}

function formatFailure(failure: Failure | undefined): string {
  return failure === undefined ? 'the cause was not recorded.' : formatSentence(failure);
}
