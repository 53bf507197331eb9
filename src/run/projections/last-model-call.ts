import { getNearestTaskPath, type JournalPath } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/**
 * The last model call within a path, such as that of a round or an attempt. Undefined if there was none, or if it is no
 * longer in memory.
 */
export function findLastModelCall({ calls }: Pick<RunState, 'calls'>, path: JournalPath): CallRecord | undefined {
  const outer = getNearestTaskPath(path);
  let last: CallRecord | undefined;
  for (const [taskPath, list] of calls) {
    if (taskPath !== outer && !taskPath.startsWith(`${outer}/`)) continue;
    const own = list.findLast((call) => call.kind === 'model' && call.path.startsWith(`${path}/`));
    if (own !== undefined && (last === undefined || own.startedAt >= last.startedAt)) last = own;
  }
  return last;
}
