import { computeDaysTo } from '@/plan/model-figures';
import type { ModelRow } from '@/worker/border/engine-api';

/** How many days before its end a model leaves the current ones. */
const soonDays = 90;

/** Models that the workflow does not use, by how long they will still be served. */
export interface GroupedModels {
  /** The newest first. */
  readonly current: readonly string[];
  /** Those that end within 90 days, the earliest end first. */
  readonly ending: readonly string[];
  /** The last end first. */
  readonly ended: readonly string[];
}

/** Groups models by their end. Without a row nothing is known of a model, so it counts as current. */
export function groupModels(
  names: readonly string[],
  rows: ReadonlyMap<string, ModelRow>,
  now: number = Date.now(),
): GroupedModels {
  const current: string[] = [];
  const ending: { name: string; endsOn: string }[] = [];
  const ended: { name: string; endsOn: string }[] = [];
  for (const name of names) {
    const endsOn = rows.get(name)?.facts.endsOn;
    if (endsOn === undefined) current.push(name);
    else {
      const left = computeDaysTo(endsOn, now);
      if (left < 0) ended.push({ name, endsOn });
      else if (left <= soonDays) ending.push({ name, endsOn });
      else current.push(name);
    }
  }
  const listNames = (models: readonly { name: string }[]) => models.map(({ name }) => name);
  return {
    current,
    ending: listNames(ending.toSorted((a, b) => a.endsOn.localeCompare(b.endsOn))),
    ended: listNames(ended.toSorted((a, b) => b.endsOn.localeCompare(a.endsOn))),
  };
}
