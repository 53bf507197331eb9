import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { toFailure } from '@/base/errors';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/form/button';
import styles from './start-failed.module.css';

/** Shown instead of the page when it cannot start: what happened, and what to do. */
export function StartFailed({ error }: { readonly error: unknown }) {
  const { message, advice } = toFailure(error);
  return (
    <main className={styles.page}>
      <EmptyState
        icon={<TriangleAlert />}
        title="Heddle stopped"
        actions={<Button onClick={() => location.reload()}>Load the page again</Button>}
      >
        <p>{message}</p>
        <p>{advice ?? 'What was saved is still in this browser. Load the page again to continue.'}</p>
      </EmptyState>
    </main>
  );
}
