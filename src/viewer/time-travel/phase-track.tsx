import { taskTraits } from '@/workflow/tasks';
import { useTaskLabel } from '../use-task-label';
import type { Phase } from './phases';
import styles from './time-travel-bar.module.css';
import { usePhases } from './use-phases';

/** The least share of the bar that a name needs to be distinguishable, and that a round needs. */
const nameNeeds = 0.07;
const roundNeeds = 0.05;

/**
 * The phases of the run as coloured spans behind the slider, with their names where there is room. The slider itself
 * shows the current phase in words.
 */
export function PhaseTrack({ last }: { readonly last: number }) {
  const phases = usePhases();
  // The first event is at the left end, the last at the right.
  const computePosition = (seq: number) => Math.min(1, Math.max(0, (seq - 1) / Math.max(1, last - 1)));
  const spans = phases.map((phase) => ({ phase, left: computePosition(phase.from), right: computePosition(phase.to) }));
  const rooms = computeRooms(spans);
  return (
    <div className={styles.phases} aria-hidden="true">
      {spans.map(({ phase, left, right }, index) => (
        <Span
          key={`${phase.taskPath} ${phase.round} ${phase.from}`}
          phase={phase}
          left={left}
          width={right - left}
          room={rooms[index]}
        />
      ))}
    </div>
  );
}

/** The room for each name, up to the next shown one; undefined: the name is not shown. */
function computeRooms(
  spans: readonly { readonly phase: Phase; readonly left: number }[],
): readonly (number | undefined)[] {
  const rooms: (number | undefined)[] = spans.map(() => undefined);
  let next = 1;
  // From the end, so that the last phase, with which the run ended, gets its name.
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const span = spans[index];
    if (span === undefined || next - span.left < (span.phase.round === undefined ? nameNeeds : roundNeeds)) continue;
    rooms[index] = next - span.left;
    next = span.left;
  }
  return rooms;
}

interface SpanProps {
  readonly phase: Phase;
  /** Share of the whole bar. */
  readonly left: number;
  readonly width: number;
  readonly room: number | undefined;
}

function Span({ phase: { taskPath, round, parts }, left, width, room }: SpanProps) {
  const { label, type } = useTaskLabel(taskPath);
  const items = parts > 1 ? `, ${parts.toLocaleString('en')} items` : '';
  const name = round === undefined ? `${label}${items}` : `round ${round}`;
  return (
    <>
      <i
        className={styles.phase}
        data-family={type === undefined ? 'control' : taskTraits[type].family}
        style={{ left: `${left * 100}%`, width: `calc(${width * 100}% - 2px)` }}
        title={round === undefined ? name : `${label}, ${name}`}
      />
      {room !== undefined && (
        <span className={styles.label} style={{ left: `${left * 100}%`, maxWidth: `calc(${room * 100}% - 8px)` }}>
          {name}
        </span>
      )}
    </>
  );
}
