import { formatCount, formatDuration } from '@/base/figures';
import type { Plan } from '@/plan/plan';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import styles from './longest-path.module.css';

/** More tasks than this are only counted: no name is to be read in so narrow a step. */
const mostNamed = 100;

interface LongestPathProps {
  readonly plan: Plan;
  readonly ids: readonly string[];
  /** What the tasks took in earlier runs. */
  readonly earlier: ReadonlyMap<string, EarlierFigures> | undefined;
}

/**
 * The longest chain of tasks that wait for each other, each as wide as the time it took before. A run takes at least as
 * long as these tasks one after another.
 */
export function LongestPath({ plan, ids, earlier }: LongestPathProps) {
  const labels = new Map(plan.tasks.map(({ id, label }) => [id, label]));
  if (ids.length < 2) return null;
  const longest = ids.reduce((most, id) => Math.max(most, earlier?.get(id)?.durationMs ?? 0), 1);
  return (
    <section className={styles.path}>
      <h2>
        Longest path: {ids.length} of {formatCount(plan.tasks.length, 'task')}, each waits for the one before
      </h2>
      <ol>
        {ids.slice(0, mostNamed).map((id) => {
          const took = earlier?.get(id)?.durationMs;
          return (
            <li key={id} style={took === undefined ? undefined : { flexGrow: Math.max(took, 1) / longest }}>
              {labels.get(id) ?? id}
              {took !== undefined && `, ${formatDuration(took)}`}
            </li>
          );
        })}
        {ids.length > mostNamed && <li>and {(ids.length - mostNamed).toLocaleString('en')} more</li>}
      </ol>
    </section>
  );
}
