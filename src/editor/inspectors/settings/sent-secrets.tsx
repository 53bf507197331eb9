import { listSecretUses } from '@/plan/secrets/secret-uses';
import type { Tool } from '@/workflow/tasks/tools';
import styles from '../fields/fields.module.css';

/** Which secret a tool sends where. */
export function SentSecrets({ tool }: { readonly tool: Tool }) {
  const uses = listSecretUses(tool);
  if (uses.length === 0) return null;
  return (
    <p className={styles.quiet}>
      {uses.map(({ secret, target }) => `Sends the secret ${secret} to ${target}.`).join(' ')} You are asked before the
      first run.
    </p>
  );
}
