import { useState } from 'react';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { useFollow } from '../follow/use-follow';
import styles from './pipeline-view.module.css';
import type { StepEntry } from './step-entry';
import { StepRow } from './step-row';

interface StepListProps {
  readonly label: string;
  readonly steps: readonly StepEntry[];
  readonly empty: string;
}

/** A few steps, one of them unfolded. Unfolding one turns follow mode off, so that it stays. */
export function StepList({ label, steps, empty }: StepListProps) {
  const follow = useFollow();
  const [opened, setOpened] = useState<string>();
  if (steps.length === 0) return <p className={styles.note}>{empty}</p>;
  return (
    <ScrollRegion className={styles.scroller} label={label}>
      <ul>
        {steps.map((step) => (
          <li key={step.path}>
            <StepRow
              step={step}
              open={step.path === opened}
              onToggle={() => {
                if (step.path !== opened) follow.set(false);
                setOpened(step.path === opened ? undefined : step.path);
              }}
            />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
