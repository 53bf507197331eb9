import { KeyRound } from 'lucide-react';
import type { Plan } from '@/plan/plan';
import { listPlannedSecrets } from '@/plan/secrets/secret-uses';
import styles from './plan-checks.module.css';

/** Which secret a run sends where. */
export function PlanSecrets({ plan }: { readonly plan: Plan }) {
  const uses = listPlannedSecrets(plan);
  if (uses.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>
        Secrets that are sent
        <span>{uses.length}</span>
      </h2>
      {uses.map(({ secret, target, taskPath }) => (
        <div key={`${secret} ${target}`} className={styles.check}>
          <KeyRound aria-hidden="true" />
          <div>
            <b>
              {secret} to {target}
            </b>
            <p>By {taskPath}. You are asked before the first run.</p>
          </div>
        </div>
      ))}
    </section>
  );
}
