import { taskTraits } from '@/workflow/tasks';
import { useTaskLabel } from '../use-task-label';
import type { Phase } from './phases';
import styles from './player.module.css';
import { usePhases } from './use-phases';

/**
 * The phases of the run as spans behind the slider, in the colours of their tasks, those that failed in that of a
 * failure. The slider itself says the current phase in words.
 */
export function PhaseTrack({ last }: { readonly last: number }) {
  const phases = usePhases();
  // The first event is at the left end, the last at the right.
  const computePosition = (seq: number) => Math.min(1, Math.max(0, (seq - 1) / Math.max(1, last - 1)));
  return (
    <div className={styles.phases} aria-hidden="true">
      {phases.map((phase) => (
        <Span
          key={`${phase.taskPath} ${phase.round} ${phase.from}`}
          phase={phase}
          left={computePosition(phase.from)}
          right={computePosition(phase.to)}
        />
      ))}
    </div>
  );
}

interface SpanProps {
  readonly phase: Phase;
  /** Shares of the whole band. */
  readonly left: number;
  readonly right: number;
}

function Span({ phase: { taskPath, hasFailed }, left, right }: SpanProps) {
  const { type } = useTaskLabel(taskPath);
  return (
    <i
      className={styles.phase}
      data-family={type === undefined ? 'control' : taskTraits[type].family}
      data-failed={hasFailed}
      style={{ left: `${left * 100}%`, width: `calc(${(right - left) * 100}% - 1px)` }}
    />
  );
}
