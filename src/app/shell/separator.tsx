import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { joinClassNames } from '@/ui/class-names';
import styles from './separator.module.css';

interface SeparatorProps {
  /** The name of the panel that it resizes. */
  readonly label: string;
  /** `vertical`: a line that moves left and right. */
  readonly orientation: 'vertical' | 'horizontal';
  /** The edge of the panel (its positioned parent) at which it lies. */
  readonly edge: 'start' | 'end';
  /** Size of the panel in px, and its bounds. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The size that a double click restores. */
  readonly usual: number;
  readonly onChange: (size: number) => void;
}

const step = 16;

/** The edge of a panel, which resizes it by pointer or arrow keys. */
export function Separator({ label, orientation, edge, value, min, max, usual, onChange }: SeparatorProps) {
  const start = useRef<{ at: number; size: number }>(undefined);
  const vertical = orientation === 'vertical';
  const sign = edge === 'end' ? 1 : -1;
  const setSize = (size: number) => onChange(Math.round(Math.min(Math.max(size, min), max)));
  const getPointerPosition = (event: PointerEvent) => (vertical ? event.clientX : event.clientY);
  const handleSeparatorKey = (event: KeyboardEvent) => {
    const [less, more] = vertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (event.key === less) setSize(value - sign * step);
    else if (event.key === more) setSize(value + sign * step);
    else if (event.key === 'Home') setSize(min);
    else if (event.key === 'End') setSize(max);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.min(Math.max(value, min), max)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={joinClassNames(
        styles.separator,
        vertical ? styles.vertical : styles.horizontal,
        edge === 'end' ? styles.atEnd : styles.atStart,
      )}
      onKeyDown={handleSeparatorKey}
      onDoubleClick={() => setSize(usual)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: getPointerPosition(event), size: value };
      }}
      onPointerMove={(event) => {
        if (start.current) setSize(start.current.size + sign * (getPointerPosition(event) - start.current.at));
      }}
      onPointerUp={() => {
        start.current = undefined;
      }}
    />
  );
}
