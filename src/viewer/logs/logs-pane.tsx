import ScrollText from 'lucide-react/icons/scroll-text';
import { useDeferredValue, useState } from 'react';
import type { IterationLog } from '@/run/iteration-log';
import { findInstanceAt } from '@/run/projections/instance-at';
import { useRun, useStores, useView } from '@/state/context';
import type { LogSearch } from '@/state/drawer-search';
import { findSelectedInRun } from '@/state/run-path';
import { filterLogs } from '@/state/view/panels';
import { EmptyState } from '@/ui/display/empty-state';
import { useFollow } from '../follow/use-follow';
import { getOrdinal, useIterations } from '../iterations/use-iterations';
import { PagedList } from '../paging/paged-list';
import { LogFilter } from './log-filter';
import { LogLine } from './log-line';
import styles from './logs-pane.module.css';

/**
 * The drawer's Logs: a line for each iteration of the run, or of the selected task. A line unfolds to all its details.
 */
export default function LogsPane() {
  const { view } = useStores();
  const search = useView((state) => state.drawer.logSearch);
  const selected = useView(findSelectedInRun);
  const chosen = useView((state) => state.shownRun.instance);
  const taskPath = search.onlySelected ? selected : undefined;
  const path = useRun(({ run }) => (taskPath === undefined ? undefined : findInstanceAt(run, taskPath, chosen)?.path));
  const count = useRun(({ run }) => run.iterations.count);
  const follow = useFollow();
  const text = useDeferredValue(search.text);
  // A task that has not run yet has no iterations: no path lies within this one.
  const within = taskPath === undefined ? undefined : (path ?? `task/${taskPath}`);
  const list = useIterations({ path: within, exitCode: search.exitCode, text }, follow);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggleIteration = ({ id }: IterationLog) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    // What a person reads must not move.
    if (next.has(id)) follow.set(false);
    setOpened(next);
  };

  if (count === 0) {
    return (
      <EmptyState icon={<ScrollText />} title="No iterations yet">
        Each round of a loop, each attempt after which there was another, and each failed try of a pipeline’s step is
        listed here with its output.
      </EmptyState>
    );
  }
  const setSearch = (change: Partial<LogSearch>) => filterLogs(view, change);
  return (
    <div className={styles.pane}>
      <LogFilter search={search} selected={selected} found={list} count={count} onChange={setSearch} />
      <PagedList
        label="Iterations"
        list={list}
        numberOf={getOrdinal}
        guess={31}
        follow={follow}
        empty="No matching iterations."
      >
        {(log, head) => (
          <LogLine log={log} open={opened.has(log.id)} onToggle={() => toggleIteration(log)} head={head} />
        )}
      </PagedList>
    </div>
  );
}
