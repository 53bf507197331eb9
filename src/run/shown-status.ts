import type { TaskRun } from './run-state';

/** How a task stands, as it is shown everywhere: a failure that counts as completed (`continue`) is not done. */
export type ShownStatus = TaskRun['status'] | 'continued';

/** The rule of it, for a task's state and for the event that ends one. */
export function findShownStatus<S extends TaskRun['status']>({
  status,
  error,
}: {
  readonly status: S;
  readonly error?: unknown;
}): S | 'continued' {
  return status === 'ok' && error !== undefined ? 'continued' : status;
}

export const shownStatusWords: { readonly [K in ShownStatus]: string } = {
  running: 'Running',
  ok: 'Done',
  continued: 'Failed, continued',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
};
