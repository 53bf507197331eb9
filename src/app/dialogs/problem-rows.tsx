import { ProblemLine } from '@/ui/display/problem-line';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import styles from './problem-rows.module.css';

/** The most problems shown: of a file with more, the first ones suffice to see what is wrong. */
const most = 100;

/** The problems of a text that is not open, with line and column. */
export function ProblemRows({ problems }: { readonly problems: readonly Diagnostic[] }) {
  const more = problems.length - most;
  return (
    <ScrollRegion label="Problems of the file" className={styles.region}>
      <ul className={styles.list}>
        {problems.slice(0, most).map((problem) => (
          <Row
            key={`${problem.code} ${formatPath(problem.path)} ${problem.range?.from} ${problem.message}`}
            {...problem}
          />
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>And {more} more.</p>}
    </ScrollRegion>
  );
}

function Row({ severity, message, range }: Diagnostic) {
  const place = range ? `Line ${range.line}, column ${range.column}` : '';
  return (
    <li className={styles.row}>
      <ProblemLine severity={severity} message={message} place={place} />
    </li>
  );
}
