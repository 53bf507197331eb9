import type { EventDraft } from '@/run/events';
import type { RunContext } from '../attempt';
import { toldKey } from './history';

/** Tells followers something by the log, unless an earlier process of the run did. */
export function tell(run: Pick<RunContext, 'log' | 'history'>, draft: EventDraft): void {
  if (run.history.told.size > 0 && run.history.told.has(toldKey(draft))) return;
  run.log.append(draft);
}

/** Warns of something about the task at a path, in words for a person. */
export function warn(run: Pick<RunContext, 'log' | 'history'>, path: string, message: string): void {
  tell(run, { kind: 'resource.warning', path, data: { message } });
}
