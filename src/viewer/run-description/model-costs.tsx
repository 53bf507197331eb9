import { formatCost, formatTokens } from '@/base/figures';
import type { RunState } from '@/run/run-state';
import { type Column, Table } from '@/ui/table/table';
import styles from './run-description.module.css';

/** The calls, tokens and cost of each model of a run. Empty before the first call. */
export function ModelCosts({ byModel }: Pick<RunState, 'byModel'>) {
  if (byModel.size === 0) return null;
  const thinks = [...byModel.values()].some(({ reasoningTokens = 0 }) => reasoningTokens > 0);
  const rows = [...byModel].sort(([, one], [, other]) => other.costUsd - one.costUsd || other.calls - one.calls);
  return (
    <Table columns={listColumns(thinks)} caption="By model" dense className={styles.table}>
      <tbody>
        {rows.map(([model, { calls, inputTokens, outputTokens, reasoningTokens = 0, costUsd, unpricedCalls }]) => (
          <tr key={model}>
            <td data-cut title={model}>
              {model}
            </td>
            <td data-number>{calls.toLocaleString('en')}</td>
            <td data-number>{formatTokens(inputTokens + outputTokens)}</td>
            {thinks && <td data-number>{reasoningTokens === 0 ? '–' : formatTokens(reasoningTokens)}</td>}
            <td data-number>
              {unpricedCalls === calls ? 'not known' : `${formatCost(costUsd)}${unpricedCalls > 0 ? ' or more' : ''}`}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function listColumns(thinks: boolean): readonly Column[] {
  const figures = ['Calls', 'Tokens', ...(thinks ? ['Thinking'] : []), 'Cost'];
  return [{ name: 'Model' }, ...figures.map((name) => ({ name, isNumber: true }))];
}
