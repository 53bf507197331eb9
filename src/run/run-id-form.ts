/**
 * The form of the ids that commands and servers give to runs, which distinguishes them from file names. Those that
 * follow from the key of a request (`serve/runs/keyed-request.ts`) have zeros in place of the time.
 */
export const runIdForm = /^\d{8}-\d{6}-(?:[0-9a-f]{8}|[0-9a-f]{32})$/;

/** When a run with such an id was made, in ms since 1970; undefined: its id does not say. */
export function readRunIdTime(id: string): number | undefined {
  if (!runIdForm.test(id)) return undefined;
  const time = Date.parse(id.replace(/^(....)(..)(..)-(..)(..)(..)-.*$/, '$1-$2-$3T$4:$5:$6Z'));
  return Number.isNaN(time) ? undefined : time;
}
