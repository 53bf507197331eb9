import { findInstanceAt } from '@/run/projections/instance-at';
import { getTaskResult, type Payload } from '@/run/run-state';
import { describeValueStart, readStoredValue } from '@/run/value-start';
import { useRun, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import type { Point } from '@/workflow/document';
import { followReference } from '@/workflow/expressions/reference';
import type { ResultUse } from '@/workflow/graph/readings';
import { getLastSegment, type TaskPath } from '@/workflow/task-path';
import { describeValue, formatShortValue } from '../../writing/name-offers';
import styles from './edge.module.css';

interface CarriedProps {
  readonly from: TaskPath;
  /** Where the target reads it. */
  readonly readings: readonly ResultUse[];
  readonly middle: Point;
}

/** What an edge carried in the shown run, below its middle: its kind, size and first words. */
export function Carried({ from, readings, middle: [x, y] }: CarriedProps) {
  const path = useRunPath(from);
  const chosen = useView((state) => state.shownRun.instance);
  const result = useRun(({ run }) => {
    const instance = findInstanceAt(run, path, chosen);
    return instance && getTaskResult(instance);
  });
  if (result === undefined) return null;
  return (
    <foreignObject x={x} y={y + 8} width={1} height={1} className={styles.carried}>
      <div>{describeCarried(getLastSegment(from), result, readings)}</div>
    </foreignObject>
  );
}

/** What a result is, or the one part of it that is read. */
export function describeCarried(name: string, result: Payload, readings: readonly Pick<ResultUse, 'text'>[]): string {
  const read = [...new Set(readings.map(({ text }) => text))];
  const value = readStoredValue(result);
  const [only = ''] = read;
  const inner = read.length === 1 && only.startsWith(`${name}.output`) ? only.slice(`${name}.output`.length) : '';
  const part = inner === '' ? undefined : followReference(value, inner);
  const start = part === undefined ? { ...describeValueStart(value), length: result.length } : describeValueStart(part);
  const held = `${describeValue(start)}: ${formatShortValue(start, 80)}`;
  return part === undefined ? held : `${only} · ${held}`;
}
