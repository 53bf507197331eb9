import { Note } from '@/ui/display/note';
import styles from './draft.module.css';

/** Problems of a draft, for the person to correct. */
export function DraftWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Note
      tone="warning"
      title={warnings.length === 1 ? 'A remark on the draft:' : `${warnings.length} remarks on the draft:`}
    >
      <ul className={styles.warnings}>
        {[...new Set(warnings)].map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Note>
  );
}
