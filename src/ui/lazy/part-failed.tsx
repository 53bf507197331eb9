import { Note } from '../display/note';
import { Button } from '../form/button';
import styles from './part-failed.module.css';

/** Props of a {@link PartFailed}. */
export interface PartFailedProps {
  /** Fetches the part again. */
  readonly onRetry: () => void;
}

/** Shown instead of a part of the page whose code could not be fetched. */
export function PartFailed({ onRetry }: PartFailedProps) {
  return (
    <Note tone="error" title="This part could not be loaded." action={<TryAgain onRetry={onRetry} />}>
      {partAdvice}
    </Note>
  );
}

/** The same for parts that lie over the page, such as a dialog or a menu. */
export function PartFailedOver({ onRetry, onClose }: PartFailedProps & { readonly onClose: () => void }) {
  const actions = (
    <div className={styles.actions}>
      <Button size="s" onClick={onClose}>
        Close
      </Button>
      <TryAgain onRetry={onRetry} />
    </div>
  );
  return (
    <div className={styles.over}>
      <Note tone="error" title="This part could not be loaded." action={actions}>
        {partAdvice}
      </Note>
    </div>
  );
}

/** What to do when a part of the page could not be fetched. */
export const partAdvice =
  'Check the connection. If that does not help, a newer version may be on the server: reload the page. Your work is saved.';

function TryAgain({ onRetry }: PartFailedProps) {
  return (
    <Button size="s" onClick={onRetry}>
      Try again
    </Button>
  );
}
