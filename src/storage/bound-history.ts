import { encodeJson } from '@/base/json-text';
import type { SavedHistory, SavedStep } from '@/workflow/repository';

/** The most steps of the history that are saved, and the most characters that they take as JSON. */
export const historyLimits = { steps: 200, characters: 1_000_000 } as const;

/** The newest part of a history that fits the limits: undo first, then redo. The oldest steps are dropped. */
export function boundHistory(history: SavedHistory): SavedHistory {
  const left = { steps: historyLimits.steps, characters: historyLimits.characters };
  return { past: selectNewest(history.past, left), future: selectNewest(history.future, left) };
}

function selectNewest(steps: readonly SavedStep[], left: { steps: number; characters: number }): readonly SavedStep[] {
  let first = steps.length;
  while (first > 0 && left.steps > 0) {
    const size = encodeJson(steps[first - 1]).length;
    if (size > left.characters) break;
    left.characters -= size;
    left.steps -= 1;
    first -= 1;
  }
  return steps.slice(first);
}
