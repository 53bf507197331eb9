import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ModelCall } from '@/run/projections/model-calls';
import { formatShortCount } from '../context-words';
import { buildColumns, type Plot, type PlotColumn, type PlotMark } from './plot-points';
import styles from './window-plot.module.css';

interface WindowPlotProps {
  readonly calls: readonly ModelCall[];
  readonly plot: Plot;
  /** Where histories or conversations were compacted. */
  readonly marks: readonly PlotMark[];
  /** Index of the call at the cursor. */
  readonly at: number;
  /** The call at the cursor, for screen readers. */
  readonly said: string;
  readonly onMove: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

/**
 * How full the window was, call by call, with the limit and marks for calls near or over it. It is a slider over the
 * calls: arrows move the cursor, Enter or a click opens the call.
 */
export function WindowPlot({ calls, plot, marks, at, said, onMove, onOpen }: WindowPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(box);
  const { points, top, unit } = plot;
  const columns = useMemo(() => buildColumns(points, Math.max(1, Math.floor(width / 3))), [points, width]);
  const count = Math.max(1, points.length);
  const x = (index: number) => ((index + 0.5) / count) * width;
  const y = (value: number) => height - (value / top) * height;
  const current = points[at];

  const indexAt = ({ clientX }: PointerEvent) => {
    const { left } = box.current?.getBoundingClientRect() ?? { left: 0 };
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / Math.max(1, width)) * count)));
  };
  const handlePlotKey = (event: KeyboardEvent) => {
    const page = Math.max(10, Math.round(count / 20));
    const step = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: page,
      PageDown: -page,
      Home: -count,
      End: count,
    }[event.key];
    if (event.key === 'Enter' || event.key === ' ') onOpen(at);
    else if (step !== undefined) onMove(Math.min(count - 1, Math.max(0, at + step)));
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label="Calls by the fill of their window; Enter opens one"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at + 1}
      aria-valuetext={said}
      onKeyDown={handlePlotKey}
      onPointerMove={(event) => onMove(indexAt(event))}
      onClick={() => calls.length > 0 && onOpen(at)}
    >
      {listTicks(top, unit).map((tick) => (
        <span key={tick.value} className={styles.axis} style={{ top: y(tick.value) }} aria-hidden="true">
          {tick.label}
        </span>
      ))}
      <svg aria-hidden="true">
        {listTicks(top, unit).map(({ value }) => (
          <line key={value} className={styles.grid} x1={0} x2={width} y1={y(value)} y2={y(value)} />
        ))}
        {marks.map(({ after, tokensBefore, tokensAfter }) => (
          <g key={after} className={styles.compaction}>
            <line x1={x(after - 0.5)} x2={x(after - 0.5)} y1={0} y2={height} />
            {marks.length <= 6 && (
              <text x={x(after - 0.5)} y={-4} textAnchor={after * 2 > count ? 'end' : 'start'}>
                {formatCompaction(tokensBefore, tokensAfter)}
              </text>
            )}
          </g>
        ))}
        <path className={styles.line} d={buildLine(columns, x, y)} />
        {columns.map((column) => (
          <Column key={column.index} column={column} x={x(column.index)} y={y} few={columns.length <= 400} />
        ))}
        {columns.some(({ limit = Number.POSITIVE_INFINITY }) => limit <= top) && (
          <path className={styles.limit} d={buildLimitLine(columns, width, x, y)} />
        )}
        <line className={styles.cursor} x1={x(at)} x2={x(at)} y1={0} y2={height} />
        {current && <circle className={styles.at} cx={x(at)} cy={y(current.value)} r={5} />}
      </svg>
    </div>
  );
}

interface ColumnProps {
  readonly column: PlotColumn;
  readonly x: number;
  readonly y: (value: number) => number;
  /** Whether there are few enough calls for each to have its own point. */
  readonly few: boolean;
}

/** A call near the limit is a triangle and one over it a square, so that they differ without colour. */
function Column({ column: { low, high, tone }, x, y, few }: ColumnProps) {
  const top = y(high);
  return (
    <>
      {high > low && <line className={styles.span} x1={x} x2={x} y1={y(low)} y2={top} />}
      {tone === 'near' && <path className={styles.point} data-tone={tone} d={`M${x} ${top - 4}l4 7h-8z`} />}
      {tone === 'over' && (
        <rect className={styles.point} data-tone={tone} x={x - 3.5} y={top - 3.5} width={7} height={7} />
      )}
      {tone === 'plain' && few && <circle className={styles.point} cx={x} cy={top} r={2.5} />}
    </>
  );
}

type Scale = (value: number) => number;

function buildLine(columns: readonly PlotColumn[], x: Scale, y: Scale): string {
  return columns.map(({ index, high }, position) => `${position === 0 ? 'M' : 'L'}${x(index)} ${y(high)}`).join('');
}

/** The line of the limit from edge to edge. It has steps where models with different windows are called. */
function buildLimitLine(columns: readonly PlotColumn[], width: number, x: Scale, y: Scale): string {
  const known = columns.filter((column) => column.limit !== undefined);
  let path = '';
  let last: number | undefined;
  for (const [position, { index, limit = 0 }] of known.entries()) {
    const next = known[position + 1];
    if (limit !== last) path += `${path === '' ? 'M0' : `L${x(index)}`} ${y(last ?? limit)}`;
    if (limit !== last && last !== undefined) path += `L${x(index)} ${y(limit)}`;
    if (next === undefined) path += `L${width} ${y(limit)}`;
    last = limit;
  }
  return path;
}

function listTicks(top: number, unit: Plot['unit']): readonly { readonly value: number; readonly label: string }[] {
  if (unit === 'percent') {
    const digits = top < 1 ? 2 : top < 10 ? 1 : 0;
    return [0, top / 2, top].map((value) => ({ value, label: `${value === 0 ? 0 : value.toFixed(digits)} %` }));
  }
  return [0, top / 2, top].map((value) => ({ value, label: formatShortCount(value) }));
}

/** `compacted 15.9k → 4.3k`. */
export function formatCompaction(before: number, after: number): string {
  return `compacted ${formatShortCount(before)} → ${formatShortCount(after)}`;
}

function useSize(box: React.RefObject<HTMLElement | null>): readonly [number, number] {
  const [size, setSize] = useState<readonly [number, number]>([600, 120]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize([entry.contentRect.width, entry.contentRect.height]);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
