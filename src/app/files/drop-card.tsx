import { workflowEndings } from '@/formats/notation';
import styles from './drop-card.module.css';

/** Says over the whole page what becomes of the files that are about to be dropped. */
export function DropCard() {
  return (
    <div className={styles.drop}>
      <div className={styles.card}>
        <p className={styles.title}>Drop to open as a new workflow</p>
        <p>
          {workflowEndings.join(', ')}. The open workflow stays as it is. A recording (.jsonl) of one of its runs is
          kept with it; one of another workflow is opened with that.
        </p>
      </div>
    </div>
  );
}
