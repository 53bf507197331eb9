import type { Place } from '@/workflow/place';
import type { OutputRecord } from '../context-state';
import type { RunState, TaskInstance } from '../run-state';

/** An output that was shortened or is kept apart, and the instance that gave it, as far as that is still held. */
export interface OutputRow {
  readonly place: Place;
  readonly output: OutputRecord;
  readonly instance: TaskInstance | undefined;
}

/** The outputs of a run that were shortened or are kept apart, the newest first. */
export function outputsOf({ context, instances }: Pick<RunState, 'context' | 'instances'>): readonly OutputRow[] {
  const rows: OutputRow[] = [];
  for (const [place, outputs] of context.outputs) {
    const byPath = new Map((instances.get(place) ?? []).map((instance) => [instance.path, instance]));
    for (const output of outputs) rows.push({ place, output, instance: byPath.get(output.path) });
  }
  return rows.sort((one, other) => {
    const [a, b] = [one.output.endedAt, other.output.endedAt];
    return a === b ? 0 : a < b ? 1 : -1;
  });
}
