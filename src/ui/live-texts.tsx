import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import styles from './live-texts.module.css';

interface Said {
  readonly status: string;
  readonly selection: string;
  readonly alert: string;
}

/** What screen readers say next: of what happens by itself, and of what is selected. */
const liveTexts = createStore<Said>(() => ({ status: '', selection: '', alert: '' }));

/** Has a text said when nothing else is. */
export function sayStatus(status: string): void {
  liveTexts.setState({ status });
}

/** Has said what is selected on the canvas, when nothing else is; empty: nothing. */
export function saySelection(selection: string): void {
  liveTexts.setState({ selection });
}

/** Has a text said at once, because a person has to do something. */
export function sayAlert(alert: string): void {
  liveTexts.setState({ alert });
}

/** The places of the page from which screen readers read. Used once in the page. */
export function LiveTexts() {
  const { status, selection, alert } = useStore(liveTexts);
  return (
    <div className={styles.texts} data-live-texts>
      {/*
       * What names its liveness is left to screen readers, with what follows it, while a dialog hides the page. Of its
       * two texts, only the one that changed is said.
       */}
      <div role="status" aria-live="polite" aria-atomic="false">
        <p>{status}</p>
        <p>{selection}</p>
      </div>
      {alert !== '' && <div role="alert">{alert}</div>}
    </div>
  );
}
