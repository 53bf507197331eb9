import { taskTypeInfo } from '@/workflow/tasks';
import { usePlaced } from '../use-placed';
import type { Phase } from './phases';
import styles from './time-travel-bar.module.css';
import { usePhases } from './use-phases';

/** How much of the bar a character of a label takes, about. */
const ofCharacter = 0.0068;

/** The phases of the run as coloured spans behind the slider, with their names where there is room. The slider says where one is. */
export function PhaseTrack({ last }: { readonly last: number }) {
  const phases = usePhases();
  // The middle of the first event is at the left end, that of the last at the right.
  const at = (seq: number) => Math.min(1, Math.max(0, (seq - 1) / Math.max(1, last - 1)));
  let free = 0;
  return (
    <div className={styles.phases} aria-hidden="true">
      {phases.map((phase) => {
        const [left, right] = [at(phase.from), at(phase.to)];
        const width = (phase.round === undefined ? 12 : 8) * ofCharacter;
        const labelled = left >= free && left + width <= 1;
        if (labelled) free = left + width;
        return (
          <Span
            key={`${phase.place} ${phase.round} ${phase.from}`}
            phase={phase}
            left={left}
            width={Math.max(0, right - left)}
            labelled={labelled}
          />
        );
      })}
    </div>
  );
}

interface SpanProps {
  readonly phase: Phase;
  /** Parts of the whole bar. */
  readonly left: number;
  readonly width: number;
  readonly labelled: boolean;
}

function Span({ phase: { place, round, parts }, left, width, labelled }: SpanProps) {
  const { label, type } = usePlaced(place);
  const items = parts > 1 ? `, ${parts.toLocaleString('en')} items` : '';
  const name = round === undefined ? `${label}${items}` : `round ${round}`;
  const style = { left: `${left * 100}%`, width: `calc(${width * 100}% - 2px)` };
  return (
    <>
      <i
        className={styles.phase}
        data-family={type === undefined ? 'control' : taskTypeInfo[type].family}
        style={style}
        title={round === undefined ? name : `${label}, ${name}`}
      />
      {labelled && (
        <span className={styles.label} style={{ left: `${left * 100}%`, maxWidth: `${Math.max(width, 0.08) * 100}%` }}>
          {name}
        </span>
      )}
    </>
  );
}
