import type { Plan } from '@/plan/plan';
import styles from './longest-path.module.css';

/** More tasks than this are only counted: no name is to be read in so narrow a step. */
const mostNamed = 100;

/**
 * The longest chain of tasks that wait for each other. A run takes at least as long as these tasks one after another.
 */
export function LongestPath({ plan, ids }: { readonly plan: Plan; readonly ids: readonly string[] }) {
  const labels = new Map(plan.tasks.map(({ id, label }) => [id, label]));
  if (ids.length < 2) return null;
  return (
    <section className={styles.path}>
      <h2>Longest path: {ids.length} tasks, each waits for the one before</h2>
      <ol>
        {ids.slice(0, mostNamed).map((id) => (
          <li key={id}>{labels.get(id) ?? id}</li>
        ))}
        {ids.length > mostNamed && <li>and {(ids.length - mostNamed).toLocaleString('en')} more</li>}
      </ol>
    </section>
  );
}
