import type { EventDraft } from '@/run/events';
import type { RunContext } from '../attempt';
import { buildEmittedKey } from './run-history';

/** Appends an event that informs followers, unless an earlier process of the run did. */
export function tellFollowers(run: Pick<RunContext, 'log' | 'history'>, draft: EventDraft): void {
  if (!wasEmitted(run, draft)) run.log.append(draft);
}

/** Whether an earlier process of the run emitted this event. */
export function wasEmitted({ history: { told } }: Pick<RunContext, 'history'>, draft: EventDraft): boolean {
  return told.size > 0 && told.has(buildEmittedKey(draft));
}

/** Warns about the task at a path, in words for a person. */
export function warnFollowers(run: Pick<RunContext, 'log' | 'history'>, path: string, message: string): void {
  tellFollowers(run, { kind: 'resource.warning', path, data: { message } });
}
