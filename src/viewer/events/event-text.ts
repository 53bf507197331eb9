import { assertNever } from '@/base/assert-never';
import { formatBytes, formatCost, formatDuration, formatOutput, formatTokens } from '@/base/figures';
import { encodeJson } from '@/base/json-text';
import type { EventOf, PauseReason, RunEvent } from '@/run/events';
import { formatInstance } from '@/run/instance-label';
import { formatLearned } from '@/run/learned-words';
import { formatFallback } from '@/run/projections/fallback-words';
import { skipSentence } from '@/run/skip-words';

const pauses: { readonly [K in PauseReason]: string } = {
  key: 'Waits for a key',
  sign_in: 'Waits for you to sign in',
  storage: 'Waits for room in the storage',
  budget: 'Waits: a budget is used up',
  person: 'Paused',
};

const resumes: { readonly [K in PauseReason | 'reload']: string } = {
  reload: 'Continues after a reload',
  key: 'The key is there',
  sign_in: 'Continues after a sign-in',
  storage: 'There is room again',
  budget: 'Continues after an answer about the budget',
  person: 'Continues',
};

const answered = {
  input: 'Answer',
  budget: 'Budget',
  price: 'Price',
  approval: 'Approval',
  breakpoint: 'Breakpoint',
} as const;

/** An event in one line, for a person. */
export function formatEvent(event: RunEvent): string {
  switch (event.kind) {
    case 'run.started':
      return `${event.data.taskCount} tasks${event.data.isDry ? ', a dry run' : ''}`;
    case 'run.paused':
      if (event.data.server !== undefined) return `Waits for you to sign in at ${event.data.server}`;
      return event.data.provider === undefined
        ? pauses[event.data.reason]
        : `Waits for the key of ${event.data.provider}`;
    case 'run.resumed':
      return resumes[event.data.reason];
    case 'run.completed':
    case 'run.failed':
      return `${formatDuration(event.data.durationMs)} at work`;
    case 'task.started':
      return event.data.type;
    case 'task.completed':
      return [`${formatDuration(event.data.durationMs)} at work`, event.result].filter(Boolean).join(' · ');
    case 'task.failed':
      return event.error?.message ?? '';
    case 'task.skipped':
      return skipSentence(event.data.reason, event.data.because);
    case 'task.retrying':
      return `Attempt ${event.data.attempt} in ${formatDuration(event.data.delayMs)}: ${event.error?.message ?? ''}`;
    case 'model.requested':
      return `${event.model ?? ''} · ${event.task ?? ''}`;
    case 'model.replied': {
      const { usage, durationMs } = event.data;
      const tokens = `${formatTokens(usage.inputTokens)} in, ${formatOutput(usage)}`;
      return `${formatDuration(durationMs)} · ${tokens} · ${formatCost(usage.costUsd)}`;
    }
    case 'model.fell_back':
      return `${formatFallback(event)}. ${event.data.said}`;
    case 'model.learned':
      return formatLearned(event);
    case 'script.exited':
      return [
        `Exit ${event.data.exitCode} after ${formatDuration(event.data.durationMs)}`,
        ...listCalledTools(event.data.called),
      ].join(' · ');
    case 'tool.called':
      return `${event.data.tool}${event.data.isError ? ' failed' : ''} · ${event.data.arguments.text}`;
    case 'input.requested':
      return event.task ?? '';
    case 'input.provided':
      return event.data.missed ? 'Nobody answered in time' : `${answered[event.data.kind]}: ${event.result ?? ''}`;
    case 'iteration.logged': {
      const { of, n, exitCode, durationMs } = event.data;
      const ended = exitCode === 0 ? '' : ` with exit ${exitCode}`;
      const after = `after ${formatDuration(durationMs)}`;
      if (of === 'step') return `Try ${n} failed ${after}: ${event.error?.message ?? ''} · ${event.result ?? ''}`;
      return `${of === 'retry' ? 'Attempt' : 'Round'} ${n} ended${ended} ${after}`;
    }
    case 'vote.decided': {
      const { votes, samples, flags } = event.data;
      return `${votes.join(' to ')} of ${samples} samples, ${flags} flagged · ${event.result ?? ''}`;
    }
    case 'pipeline.progress': {
      const { done, total, leftMs } = event.data;
      return `Step ${done} of ${total}${leftMs === null ? '' : `, ${formatDuration(leftMs)} left`}`;
    }
    case 'reparse.done':
      return `Decomposed into ${event.data.tasks === 1 ? '1 task' : `${event.data.tasks} tasks`} after ${event.data.reason}`;
    case 'resource.exhausted': {
      const { resource, used, limit } = event.data;
      return `${resource}: ${used === null ? '' : `${used} of `}${limit}`;
    }
    case 'context.planned': {
      const { tasks, candidates, bytes } = event.data;
      return `${tasks} of ${candidates} earlier outputs included, ${formatBytes(bytes)}`;
    }
    case 'output.truncated': {
      const { stream, shown, bytes, strategy, why } = event.data;
      const because = why === undefined ? '' : ` (${why})`;
      if (strategy === 'summary') return `${stream}: a summary of ${formatBytes(bytes)} in view`;
      return `${stream}: ${formatBytes(shown)} of ${formatBytes(bytes)} in view, ${strategy}${because}`;
    }
    case 'output.stored':
      return `${event.data.stream} of ${formatBytes(event.data.bytes)} stored as ${event.data.file}`;
    case 'outputs.pruned': {
      const { pruned, left, strategy } = event.data;
      return `${pruned.join(', ')} removed from context by ${strategy}, ${left} left`;
    }
    case 'compaction.done': {
      const { of, messages, tokensBefore, tokensAfter } = event.data;
      return `${messages} messages of the ${of}: ${tokensBefore} tokens to ${tokensAfter}`;
    }
    case 'compaction.restored':
      return `The messages of ${event.data.tasks.map(formatInstance).join(', ')} are back`;
    case 'effect.recorded':
      return `${event.data.effect}: ${encodeJson(event.data.value)}`;
    case 'resource.warning':
      return event.data.message;
    case 'checkpoint.saved':
      return `Snapshot up to event ${event.data.upTo}, ${formatBytes(event.data.bytes)}`;
    case 'run.cancelled':
    case 'task.cancelled':
      return '';
    default:
      return assertNever(event);
  }
}

/** The tools that a script called, each in words: `called tides 12 times, 1 failed`. */
function listCalledTools(called: EventOf<'script.exited'>['data']['called'] = {}): readonly string[] {
  return Object.entries(called).map(([name, { count, failed }]) => {
    const often = count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
    return `called ${name} ${often}${failed === 0 ? '' : `, ${failed.toLocaleString('en')} failed`}`;
  });
}
