import { formatCount } from '@/base/figures';
import { makeLineVisible } from '@/base/visible-text';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import styles from './consent-dialog.module.css';
import type { TestsStore, WaitingForConsent } from './tests-store';

/** So many cases are named of each act. */
const mostNamed = 3;

interface ConsentDialogProps {
  readonly store: TestsStore;
  readonly waiting: WaitingForConsent;
}

/** Lists what tests with `tools: live` would do for real, and asks whether they may. */
export function ConsentDialog({ store, waiting: { wish, acts } }: ConsentDialogProps) {
  const live = new Set(acts.flatMap(({ ids }) => ids));
  const others = wish.ids.length - live.size;
  return (
    <Dialog
      open
      width="wide"
      title={`Perform ${acts.length === 1 ? 'this' : `these ${acts.length}`} for real?`}
      onClose={() => void store.allow('cancel')}
      footer={
        <>
          <Button variant="ghost" data-autofocus onClick={() => void store.allow('cancel')}>
            Cancel
          </Button>
          {others > 0 && (
            <Button onClick={() => void store.allow('leave out')}>Ask only {formatCount(others, 'other case')}</Button>
          )}
          <Button variant="primary" onClick={() => void store.allow('perform')}>
            Perform for real
          </Button>
        </>
      }
    >
      <p>
        {formatCount(live.size, 'case')} with <code>tools: live</code> may call what is listed here, as often as the
        models choose, and nothing else. It is allowed for this once.
      </p>
      <ul className={styles.acts} aria-label="What is performed">
        {acts.map(({ act, ids }) => (
          <li key={act.key}>
            <b>{makeVisible(act.name)}</b>
            <span className={styles.target}>{makeVisible(act.target)}</span>
            {act.description !== undefined && <span className={styles.said}>{makeVisible(act.description)}</span>}
            <span className={styles.said}>in {nameCases(ids)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What a workflow from anybody says, with nothing hidden in it. */
const makeVisible = (text: string): string => makeLineVisible(text, 500);

function nameCases(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  return [...ids.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
