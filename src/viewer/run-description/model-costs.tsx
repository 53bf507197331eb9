import { formatCost, formatTokens } from '@/base/figures';
import type { RunState } from '@/run/run-state';
import styles from './run-description.module.css';

/** What each model of a run took. Nothing before the first call. */
export function ModelCosts({ byModel }: Pick<RunState, 'byModel'>) {
  if (byModel.size === 0) return null;
  const thinks = [...byModel.values()].some(({ reasoningTokens = 0 }) => reasoningTokens > 0);
  const rows = [...byModel].sort(([, one], [, other]) => other.costUsd - one.costUsd || other.calls - one.calls);
  return (
    <table className={styles.table}>
      <caption>By model</caption>
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col" className={styles.number}>
            Calls
          </th>
          <th scope="col" className={styles.number}>
            Tokens
          </th>
          {thinks && (
            <th scope="col" className={styles.number}>
              Thinking
            </th>
          )}
          <th scope="col" className={styles.number}>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([model, { calls, inputTokens, outputTokens, reasoningTokens = 0, costUsd, unpricedCalls }]) => (
          <tr key={model}>
            <td className={styles.cut} title={model}>
              {model}
            </td>
            <td className={styles.number}>{calls.toLocaleString('en')}</td>
            <td className={styles.number}>{formatTokens(inputTokens + outputTokens)}</td>
            {thinks && <td className={styles.number}>{reasoningTokens === 0 ? '–' : formatTokens(reasoningTokens)}</td>}
            <td className={styles.number}>
              {unpricedCalls === calls ? 'not known' : `${formatCost(costUsd)}${unpricedCalls > 0 ? ' or more' : ''}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
