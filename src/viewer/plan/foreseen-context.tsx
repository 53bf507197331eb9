import { formatBytes } from '@/base/figures';
import type { ContextPlan } from '@/plan/context/context-plan';
import type { TaskEstimate } from '@/plan/estimate/estimate';
import { formatTokenRange } from '@/plan/estimate/range-text';
import { type Column, Table } from '@/ui/table/table';
import { explainWhyIn, explainWhyOut } from '../context/context-words';
import styles from './foreseen-context.module.css';

const columns: readonly Column[] = [
  { name: 'Task' },
  { name: 'Relevance', isNumber: true },
  { name: 'Why' },
  { name: 'At most', isNumber: true },
  { name: 'Tokens', isNumber: true },
];

/**
 * How full the context window of a call will be: the sure part solid, the possible part hatched. Empty if its size is
 * not known.
 */
export function ForeseenWindow({ window }: { readonly window: TaskEstimate['window'] }) {
  if (window === undefined) return null;
  const { size, usable, call } = window;
  const share = (tokens: number) => (size === 0 ? 0 : Math.min(100, (tokens / size) * 100));
  const words = `${formatTokenRange(call)} tokens sent of a window of ${size.toLocaleString('en')}, of which ${usable.toLocaleString('en')} may be used`;
  return (
    <section className={styles.part}>
      <h2>Window of a call</h2>
      <div className={styles.bar} role="img" aria-label={words}>
        <i className={styles.sure} style={{ width: `${share(call.low)}%` }} />
        <i className={styles.possible} style={{ width: `${share(call.high) - share(call.low)}%` }} />
        <span className={styles.mark} style={{ left: `${share(usable)}%` }} />
      </div>
      <p className={styles.said}>{words}</p>
    </section>
  );
}

/** Which earlier outputs will be in a call's prompt and which will not, each with its reason. */
export function ForeseenOutputs({ plan }: { readonly plan: ContextPlan | undefined }) {
  if (plan === undefined || plan.choices.length + plan.unlisted === 0) return null;
  const { choices, unlisted, tasks } = plan;
  return (
    <section className={styles.part}>
      <h2>
        Outputs of tasks: {tasks} of {choices.length + unlisted} included, as far as is known before the run
      </h2>
      <Table columns={columns} className={styles.table}>
        <tbody>
          {choices.map((choice) => {
            const { id, relevance, verdict, bytes, shown, tokens = 0 } = choice;
            const isOut = verdict === 'out';
            const size = isOut ? bytes : shown;
            return (
              <tr key={id} data-out={isOut ? '' : undefined}>
                <th scope="row">{id}</th>
                <td data-number>{relevance.toFixed(2)}</td>
                <td>
                  {isOut ? `Left out: ${explainWhyOut(choice, plan)}` : explainWhyIn(choice)}
                  {verdict === 'shortened' && ', shortened'}
                </td>
                <td data-number>{size === 0 ? '–' : formatBytes(size)}</td>
                <td data-number>{size === 0 ? '–' : formatTokenRange({ low: tokens, high: tokens })}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {unlisted > 0 && <p className={styles.said}>And {unlisted.toLocaleString('en')} more, which matter less.</p>}
    </section>
  );
}
