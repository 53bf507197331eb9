import { assertNever } from '@/base/assert-never';
import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import type { RunEvent } from '@/run/events';

const skipReasons: Record<string, string> = {
  condition: 'its condition is false',
  upstream_failed: 'a task before it failed',
  upstream_skipped: 'all tasks before it were skipped',
  disabled: 'it is disabled',
  on_error: 'it failed, and failures are skipped',
};

/** What an event says in one line, for a person. */
export function eventText(event: RunEvent): string {
  switch (event.kind) {
    case 'run.started':
      return `${event.data.taskCount} tasks`;
    case 'run.paused':
      return event.data.reason === 'key'
        ? `Waits for the key of ${event.data.provider ?? 'a provider'}`
        : 'Waits for storage';
    case 'run.resumed':
      return { reload: 'Goes on after a reload', key: 'The key is there', storage: 'There is room again' }[
        event.data.reason
      ];
    case 'run.completed':
    case 'run.failed':
      return `After ${formatDuration(event.data.durationMs)}`;
    case 'task.started':
      return event.data.type;
    case 'task.completed':
      return [formatDuration(event.data.durationMs), event.result].filter(Boolean).join(' · ');
    case 'task.failed':
      return event.error?.message ?? '';
    case 'task.skipped':
      return event.data.because ?? skipReasons[event.data.reason] ?? event.data.reason;
    case 'task.retrying':
      return `Attempt ${event.data.attempt} in ${formatDuration(event.data.delayMs)}: ${event.error?.message ?? ''}`;
    case 'model.requested':
      return `${event.model ?? ''} · ${event.task ?? ''}`;
    case 'model.replied': {
      const { usage, durationMs } = event.data;
      const tokens = `${formatTokens(usage.inputTokens)} in, ${formatTokens(usage.outputTokens)} out`;
      return `${formatDuration(durationMs)} · ${tokens} · ${formatCost(usage.costUsd)}`;
    }
    case 'script.exited':
      return `Exit ${event.data.exitCode} after ${formatDuration(event.data.durationMs)}`;
    case 'effect.recorded':
      return `${event.data.effect}: ${JSON.stringify(event.data.value)}`;
    case 'resource.warning':
      return event.data.message;
    case 'run.cancelled':
    case 'task.cancelled':
      return '';
    default:
      return assertNever(event);
  }
}
