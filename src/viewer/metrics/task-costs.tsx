import { useState } from 'react';
import { formatCost, formatTokens } from '@/base/figures';
import type { RunState, RunTotals } from '@/run/run-state';
import { useStores } from '@/state/context';
import { showRanTask } from '@/state/show-ran-task';
import { TypeIcon } from '@/ui/display/type-tile';
import { Button } from '@/ui/form/button';
import { MoreButton } from '@/ui/list/more-button';
import { type Column, Table } from '@/ui/table/table';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { useTaskLabel } from '../use-task-label';
import styles from './metrics-pane.module.css';

const columns: readonly Column[] = [
  { name: 'Task' },
  ...['Calls', 'Tokens in', 'Tokens out', 'Cost'].map((name) => ({ name, isNumber: true })),
];

/** Rows shown at first, and added by each press of the button. */
const page = 100;

/** What each task of a run called itself, the most expensive first. Empty before the first call. */
export function TaskCosts({ byTask }: Pick<RunState, 'byTask'>) {
  const [shown, setShown] = useState(page);
  if (byTask.size === 0) return null;
  const rows = [...byTask].sort(
    ([, one], [, other]) => other.costUsd - one.costUsd || sumTokens(other) - sumTokens(one),
  );
  return (
    <>
      <Table columns={columns} caption="Calls by task" className={styles.table}>
        <tbody>
          {rows.slice(0, shown).map(([path, totals]) => (
            <Row key={path} path={path} totals={totals} />
          ))}
        </tbody>
      </Table>
      <MoreButton className={styles.more} shown={shown} all={rows.length} page={page} onShow={setShown} />
    </>
  );
}

function Row({ path, totals }: { readonly path: TaskPath; readonly totals: RunTotals }) {
  const stores = useStores();
  const { label, type } = useTaskLabel(path);
  const { calls, inputTokens, outputTokens, costUsd, unpricedCalls } = totals;
  return (
    <tr>
      <td>
        <Button size="s" variant="ghost" className={styles.task} title={path} onClick={() => showRanTask(stores, path)}>
          {type && <TypeIcon look={taskTraits[type]} />}
          {label}
        </Button>
      </td>
      <td data-number>{calls.toLocaleString('en')}</td>
      <td data-number>{formatTokens(inputTokens)}</td>
      <td data-number>{formatTokens(outputTokens)}</td>
      <td data-number>
        {unpricedCalls === calls ? 'not known' : `${formatCost(costUsd)}${unpricedCalls > 0 ? ' or more' : ''}`}
      </td>
    </tr>
  );
}

function sumTokens({ inputTokens, outputTokens }: RunTotals): number {
  return inputTokens + outputTokens;
}
