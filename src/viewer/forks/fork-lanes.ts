import type { RunEntry } from '@/run/runner';

/** How the forks around a run are drawn in its row: a dot in a lane, with the lines above, below and past it. */
export interface ForkRow {
  /** From 0. */
  readonly lane: number;
  /** Lanes from which forks of this run come down to its dot. */
  readonly above: readonly number[];
  /** Whether a line leads on to the run that it was forked from. */
  readonly below: boolean;
  /** Lanes whose lines pass the row. */
  readonly past: readonly number[];
}

/** The rows of a list of runs, newest first, as a graph of forks, and how many lanes it has. */
export interface ForkLanes {
  readonly rows: readonly ForkRow[];
  readonly lanes: number;
}

/**
 * Places runs in lanes, as a log of commits is drawn: a run and what it was forked from share a lane, and each further
 * fork of the same run has one of its own until it meets it.
 */
export function computeForkLanes(newestFirst: readonly Pick<RunEntry, 'id' | 'forkedFrom'>[]): ForkLanes {
  const order = new Map(newestFirst.map(({ id }, index) => [id, index]));
  /** The run that each lane leads to; undefined: the lane is free. */
  const open: (string | undefined)[] = [];
  const rows = newestFirst.map(({ id, forkedFrom }, index): ForkRow => {
    const above = open.flatMap((wanted, lane) => (wanted === id ? [lane] : []));
    const free = open.indexOf(undefined);
    const lane = above[0] ?? (free < 0 ? open.length : free);
    for (const one of above) open[one] = undefined;
    const past = open.flatMap((wanted, other) => (wanted === undefined ? [] : [other]));
    const source = forkedFrom?.executionId;
    const below = source !== undefined && (order.get(source) ?? -1) > index;
    open[lane] = below ? source : undefined;
    return { lane, above, below, past };
  });
  return { rows, lanes: Math.max(0, ...rows.map(({ lane, past }) => Math.max(lane, ...past) + 1)) };
}
