import { cleanShownText } from '@/base/shown-text';
import type { Capture, Payload } from '@/run/event-data';
import { Note } from '@/ui/display/note';
import { ShownPart } from '../output/shown-part';
import { usePayload } from '../use-payload';
import styles from './iteration-list.module.css';

interface StreamTextProps {
  readonly title: string;
  readonly payload: Payload;
  readonly capture?: Capture | undefined;
  /** On the button that opens the whole: `output`, `standard error`. */
  readonly what: string;
  /** The name of the task, for the title of the whole and its file. */
  readonly label: string;
  /** Shown if there is no text; undefined: nothing is shown. */
  readonly empty?: string;
  readonly isError?: boolean;
}

/** A text of an iteration in full. For a very long one the loaded part, and a button that opens the whole. */
export function StreamText({ title, payload, capture, what, label, empty, isError = false }: StreamTextProps) {
  const read = usePayload(payload);
  if (read.text === '' && empty === undefined) return null;
  return (
    <section className={styles.stream} data-error={isError ? '' : undefined} aria-label={title}>
      <h3 className={styles.caption}>{title}</h3>
      <ShownPart capture={capture} payload={payload} text={read} what={what} label={label} />
      {read.text === '' ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
        <pre className={styles.text} tabIndex={0} data-output>
          {cleanShownText(read.text)}
        </pre>
      )}
      {read.status === 'loading' && <p className={styles.quiet}>Reading the rest…</p>}
      {read.status === 'failed' && <Note tone="error">{read.message}</Note>}
    </section>
  );
}
