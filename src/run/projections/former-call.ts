import { getNearestTaskPath, type PathStep, parsePathSteps } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/** The earlier call to compare a call with, and what distinguishes it, such as `round 2`. */
export interface FormerCall {
  readonly call: CallRecord;
  readonly which: string;
}

/** What can repeat a call, in the order of the search. */
const repeats = [
  { kind: 'iter', word: 'round', from: 1 },
  { kind: 'item', word: 'item', from: 0 },
  { kind: 'step', word: 'step', from: 0 },
  { kind: 'turn', word: 'turn', from: 1 },
  { kind: 'attempt', word: 'attempt', from: 1 },
] as const;

/**
 * The same task's call in the previous round, or else for the previous item, step, turn or attempt; undefined: there is
 * none.
 */
export function findFormerCall({ calls }: Pick<RunState, 'calls'>, call: CallRecord): FormerCall | undefined {
  const modelCalls = (calls.get(getNearestTaskPath(call.path)) ?? []).filter(({ kind }) => kind === 'model');
  const steps = parsePathSteps(call.path);
  for (const { kind, word, from } of repeats) {
    const index = steps.findLastIndex((step) => step.kind === kind && Number(step.name) > from);
    if (index < 0) continue;
    const number = Number(steps[index]?.name) - 1;
    const candidates = modelCalls.filter(({ path }) => isBefore(parsePathSteps(path), steps, index, number));
    const found =
      candidates.find(({ path }) => isSameFrom(parsePathSteps(path), steps, index + 1)) ??
      candidates.findLast(({ path }) => isSameFrom(parsePathSteps(path).slice(0, -1), steps.slice(0, -1), index + 1)) ??
      candidates.at(-1);
    if (found !== undefined) return { call: found, which: `${word} ${number + 1 - from}` };
  }
  return undefined;
}

/** Whether a path equals `steps` before position `index`, and has the name `number` there. */
function isBefore(path: readonly PathStep[], steps: readonly PathStep[], index: number, number: number): boolean {
  const at = path[index];
  if (at === undefined || at.kind !== steps[index]?.kind || Number(at.name) !== number) return false;
  return path.slice(0, index).every((step, position) => isSameStep(step, steps[position]));
}

function isSameFrom(path: readonly PathStep[], steps: readonly PathStep[], from: number): boolean {
  return (
    path.length === steps.length && path.slice(from).every((step, position) => isSameStep(step, steps[from + position]))
  );
}

function isSameStep({ kind, name }: PathStep, other: PathStep | undefined): boolean {
  return other?.kind === kind && other.name === name;
}
