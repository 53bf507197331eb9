import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Diamond from 'lucide-react/icons/diamond';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { TestVerdict } from '@/cases/case-verdict';
import styles from './tests-panel.module.css';

/** A shape for each verdict, so that colour is never alone. */
const shapes = {
  passed: CircleCheck,
  failed: CircleX,
  flaky: Diamond,
  held: CircleDashed,
  error: TriangleAlert,
  'not run': Circle,
} as const;

/** The sign of a verdict. */
export function VerdictMark({ verdict }: { readonly verdict: TestVerdict }) {
  const Shape = shapes[verdict];
  return <Shape className={styles.mark} data-verdict={verdict} role="img" aria-label={verdict} />;
}
