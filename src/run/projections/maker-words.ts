import type { RunTotals } from '../run-state';

/** What makers’ own tools did in a run, for a person: `3 calls, what they cost is not counted`; undefined: nothing. */
export function makerCallWords({ makerCalls = 0 }: Pick<RunTotals, 'makerCalls'>): string | undefined {
  if (makerCalls === 0) return undefined;
  return `${makerCalls} ${makerCalls === 1 ? 'call' : 'calls'}, what the maker takes for them is not counted`;
}
