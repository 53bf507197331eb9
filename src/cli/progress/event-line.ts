import type { Failure } from '@/base/errors';
import { formatDuration, formatTokens } from '@/base/figures';
import type { RunEvent, SkipReason, Usage } from '@/run/events';
import { instanceLabel } from '@/run/instance-label';
import { placeOf } from '@/run/path';
import { sentence } from '../sentence';

/** What a line is about: `note`: what a person wants to know of also where only what runs is shown. */
export interface EventLine {
  readonly text: string;
  readonly tone: 'plain' | 'note' | 'warning' | 'error';
}

const skipWords: { readonly [R in SkipReason]: string } = {
  condition: 'its condition is false',
  upstream_failed: 'a task before it failed',
  upstream_skipped: 'all tasks before it were skipped',
  disabled: 'it is disabled',
  on_error: 'it failed, and is skipped then',
  no_case: 'no case applies',
  parts_skipped: 'all that is in it was skipped',
};

/** The name of a task, or of one of its instances: `facts/inner_task (item 3)`. */
export function taskName(path: string): string {
  const instance = instanceLabel(path);
  return instance === '' ? placeOf(path) : `${placeOf(path)} (${instance})`;
}

/** An event in a line for a person; undefined for those that only a program reads. */
export function eventLine(event: RunEvent): EventLine | undefined {
  const name = taskName(event.path);
  switch (event.kind) {
    case 'task.started':
      return { text: `${name} started`, tone: 'plain' };
    case 'task.completed': {
      const text = `${name} completed in ${formatDuration(event.data.durationMs)}${spent(event.data.usage)}`;
      return event.error === undefined
        ? { text, tone: 'plain' }
        : { text: `${text}, though it failed: ${said(event.error)}`, tone: 'warning' };
    }
    case 'task.failed':
      return { text: `${name} failed: ${said(event.error)}`, tone: 'error' };
    case 'task.skipped':
      return { text: `${name} skipped: ${skipWords[event.data.reason]}`, tone: 'plain' };
    case 'task.cancelled':
      return { text: `${name} cancelled`, tone: 'plain' };
    case 'task.retrying': {
      const { attempt, delayMs } = event.data;
      const when = `tries again in ${formatDuration(delayMs)} (attempt ${attempt})`;
      return { text: `${name} ${when}: ${said(event.error)}`, tone: 'warning' };
    }
    case 'resource.warning':
      return { text: `${name === '' ? 'run' : name}: ${event.data.message}`, tone: 'warning' };
    case 'vote.decided':
      return { text: `${name} decided by ${event.data.samples} samples`, tone: 'plain' };
    case 'reparse.done':
      return { text: `${name} is decomposed into ${event.data.tasks} tasks (${event.data.reason})`, tone: 'note' };
    default:
      return undefined;
  }
}

function spent(usage: Usage | null): string {
  return usage === null ? '' : `, ${formatTokens(usage.inputTokens + usage.outputTokens)}`;
}

function said(failure: Failure | undefined): string {
  return failure === undefined ? 'the cause was not recorded.' : sentence(failure);
}
