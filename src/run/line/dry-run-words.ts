import { formatCount } from '@/base/figures';
import type { RunState } from '../run-state';
import { formatNames, type TaskSums } from './task-sums';

/** What a dry run did not do: `5 calls and 3 scripts were simulated, 2 files not written.` */
export function describeDryRun(run: Pick<RunState, 'totals' | 'named' | 'instances'>, { files }: TaskSums): string {
  const scripts = countEnded(run, 'script');
  const tools = countEnded(run, 'tool');
  const simulated = [
    run.totals.calls > 0 && formatCount(run.totals.calls, 'call'),
    scripts > 0 && formatCount(scripts, 'script'),
    tools > 0 && formatCount(tools, 'tool'),
  ].filter((part) => typeof part === 'string');
  const [only] = simulated;
  const isOne = simulated.length === 1 && only?.startsWith('1 ') === true;
  const said =
    simulated.length === 0
      ? 'Nothing had to be simulated'
      : `${formatNames(simulated)} ${isOne ? 'was' : 'were'} simulated`;
  return `${said}${files.size > 0 ? `, ${formatCount(files.size, 'file')} not written` : ''}.`;
}

/** How often tasks of a type ran to their end. */
function countEnded({ named, instances }: Pick<RunState, 'named' | 'instances'>, type: string): number {
  let count = 0;
  for (const [path, task] of named) {
    if (task.type !== type) continue;
    for (const { status } of instances.get(path) ?? []) if (status === 'ok') count += 1;
  }
  return count;
}
