import type { Plan } from '@/plan/plan';
import styles from './longest-path.module.css';

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
        {ids.map((id) => (
          <li key={id}>{labels.get(id) ?? id}</li>
        ))}
      </ol>
    </section>
  );
}
