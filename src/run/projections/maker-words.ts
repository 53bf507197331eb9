import type { RunTotals } from '../run-state';

/** Calls of makers’ own tools in a run, for a person; undefined: there were none. */
export function formatMakerCalls({ makerCalls = 0 }: Pick<RunTotals, 'makerCalls'>): string | undefined {
  if (makerCalls === 0) return undefined;
  return `${makerCalls} ${makerCalls === 1 ? 'call' : 'calls'}, what the provider charges for them is not counted`;
}
