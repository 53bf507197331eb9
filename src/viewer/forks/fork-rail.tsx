import { joinClassNames } from '@/ui/class-names';
import type { ForkRow } from './fork-lanes';
import styles from './forks.module.css';

/** Width of a lane, in px. */
const laneWidth = 10;
/** Further lanes are drawn in the last one. */
const mostLanes = 5;

interface ForkRailProps {
  readonly row: ForkRow;
  /** How many lanes the list has. */
  readonly lanes: number;
  /** Of the row, in px. */
  readonly height: number;
  readonly className?: string | undefined;
}

/** Beside a run: from which run it was forked, and which forks it has. The line of the run says the same in words. */
export function ForkRail({ row: { lane, above, below, past }, lanes, height, className }: ForkRailProps) {
  const width = Math.min(lanes, mostLanes) * laneWidth;
  const computeLaneX = (index: number) => (Math.min(index, mostLanes - 1) + 0.5) * laneWidth;
  const middle = height / 2;
  const x = computeLaneX(lane);
  return (
    <svg className={joinClassNames(styles.rail, className)} width={width} height={height} aria-hidden="true">
      {past.map((other) => (
        <path key={other} d={`M${computeLaneX(other)} 0V${height}`} />
      ))}
      {above.map((other) => (
        <path
          key={other}
          d={`M${computeLaneX(other)} 0C${computeLaneX(other)} ${middle / 2} ${x} ${middle / 2} ${x} ${middle}`}
        />
      ))}
      {below && <path d={`M${x} ${middle}V${height}`} />}
      <circle cx={x} cy={middle} r={3} />
    </svg>
  );
}
