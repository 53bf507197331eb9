import { nearestTaskPath, type PathStep, stepsOf } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/** The call that a call can be held against, and what makes the two differ, such as `round 2`. */
export interface FormerCall {
  readonly call: CallRecord;
  readonly which: string;
}

/** What a call may have been repeated by, in the order in which they are looked for. */
const repeats = [
  { kind: 'iter', word: 'round', from: 1 },
  { kind: 'item', word: 'item', from: 0 },
  { kind: 'step', word: 'step', from: 0 },
  { kind: 'turn', word: 'turn', from: 1 },
  { kind: 'attempt', word: 'attempt', from: 1 },
] as const;

/**
 * The call of the same task in the round before, or else of the item, step, turn or attempt before; undefined: there is
 * none.
 */
export function formerCall({ calls }: Pick<RunState, 'calls'>, call: CallRecord): FormerCall | undefined {
  const beside = (calls.get(nearestTaskPath(call.path)) ?? []).filter(({ kind }) => kind === 'model');
  const steps = stepsOf(call.path);
  for (const { kind, word, from } of repeats) {
    const index = steps.findLastIndex((step) => step.kind === kind && Number(step.name) > from);
    if (index < 0) continue;
    const number = Number(steps[index]?.name) - 1;
    const like = beside.filter(({ path }) => isBefore(stepsOf(path), steps, index, number));
    const found =
      like.find(({ path }) => isSameFrom(stepsOf(path), steps, index + 1)) ??
      like.findLast(({ path }) => isSameFrom(stepsOf(path).slice(0, -1), steps.slice(0, -1), index + 1)) ??
      like.at(-1);
    if (found !== undefined) return { call: found, which: `${word} ${number + 1 - from}` };
  }
  return undefined;
}

/** Whether a path goes the same way up to a step, and there one earlier. */
function isBefore(path: readonly PathStep[], steps: readonly PathStep[], index: number, number: number): boolean {
  const at = path[index];
  if (at === undefined || at.kind !== steps[index]?.kind || Number(at.name) !== number) return false;
  return path.slice(0, index).every((step, position) => isSame(step, steps[position]));
}

function isSameFrom(path: readonly PathStep[], steps: readonly PathStep[], from: number): boolean {
  return (
    path.length === steps.length && path.slice(from).every((step, position) => isSame(step, steps[from + position]))
  );
}

function isSame({ kind, name }: PathStep, other: PathStep | undefined): boolean {
  return other?.kind === kind && other.name === name;
}
