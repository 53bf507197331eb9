import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ScrollRegion } from '@/ui/display/scroll-region';
import {
  boxSize,
  computeWholeRegion,
  type DifferenceGraph,
  type DrawnRegion,
  type Places,
  selectPartInRegion,
} from './drawn-graph';
import { DrawnTasks } from './drawn-tasks';
import styles from './graph-difference.module.css';

/** Side of a cell, in px. What is drawn grows by whole cells, so that it seldom changes as the drawing scrolls. */
const cell = 256;

interface LargeDrawingProps {
  readonly graph: DifferenceGraph;
  readonly places: Places;
  readonly label: string;
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
}

/** A drawing that scrolls, and of which only the cells in sight are drawn. It begins at the first difference. */
export function LargeDrawing({ graph, places, label, selected, onSelect }: LargeDrawingProps) {
  const whole = useMemo(() => computeWholeRegion(places), [places]);
  const { box, region, measure } = useRegionInSight(whole);
  const part = useMemo(
    () => (region === undefined ? undefined : selectPartInRegion(graph, places, region)),
    [graph, places, region],
  );
  const shown = selected ?? graph.tasks.find(({ kind }) => kind !== 'same')?.id;
  useEffect(() => {
    const at = shown === undefined ? undefined : places.get(shown);
    if (at !== undefined && box.current !== null) revealTask(box.current, at[0] - whole.x, at[1] - whole.y);
    measure();
  }, [shown, places, whole, box, measure]);
  return (
    <ScrollRegion ref={box} className={styles.window} label={label} onScroll={measure}>
      <div className={styles.plane} style={{ width: whole.width, height: whole.height }}>
        {region && part && (
          // biome-ignore lint/a11y/noSvgWithoutTitle: the region around it has a name.
          <svg
            className={styles.part}
            style={{ left: region.x - whole.x, top: region.y - whole.y }}
            width={region.width}
            height={region.height}
            viewBox={`${region.x} ${region.y} ${region.width} ${region.height}`}
          >
            <DrawnTasks graph={part} places={places} selected={selected} onSelect={onSelect} />
          </svg>
        )}
      </div>
    </ScrollRegion>
  );
}

/** The cells of the drawing that are in sight, and half a cell around them. */
function useRegionInSight(whole: DrawnRegion) {
  const box = useRef<HTMLElement>(null);
  const [region, setRegion] = useState<DrawnRegion>();
  const measure = useCallback(() => {
    if (box.current === null) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = box.current;
    const span = (start: number, length: number, most: number) => {
      const from = Math.max(0, Math.floor((start - cell / 2) / cell) * cell);
      return [from, Math.min(most, Math.ceil((start + length + cell / 2) / cell) * cell) - from] as const;
    };
    const [x, width] = span(scrollLeft, clientWidth, whole.width);
    const [y, height] = span(scrollTop, clientHeight, whole.height);
    const next = { x: x + whole.x, y: y + whole.y, width, height };
    setRegion((before) => (before !== undefined && isSameRegion(before, next) ? before : next));
  }, [whole]);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [measure]);
  return { box, region, measure };
}

function isSameRegion(a: DrawnRegion, b: DrawnRegion): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** Scrolls as far as needed to have a task in sight, and then to the middle. */
function revealTask(box: HTMLElement, x: number, y: number): void {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = box;
  const isInSight =
    x >= scrollLeft &&
    x + boxSize.width <= scrollLeft + clientWidth &&
    y >= scrollTop &&
    y + boxSize.height <= scrollTop + clientHeight;
  if (isInSight) return;
  box.scrollTo({ left: x - (clientWidth - boxSize.width) / 2, top: y - (clientHeight - boxSize.height) / 2 });
}
