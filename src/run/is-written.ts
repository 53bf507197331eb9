import type { RunEvent } from './events';

/** Whether a person wrote what an event records, in place of what an earlier run had. */
export function isWritten(event: RunEvent): boolean {
  return event.written === true || (event.kind === 'task.completed' && event.data.written === true);
}
