import { useEffect } from 'react';
import type { PagedWindow } from './use-window';
import type { Direction } from './window';

/** Rows out of sight at either end at which more is read. */
const ahead = 8;

interface Sight {
  readonly newestFirst: boolean;
  /** Whether the newest is followed. */
  readonly follows: boolean;
  readonly count: number;
  /** Which rows are drawn, by their index. */
  readonly drawn: { readonly first: number; readonly last: number };
}

/** Has more of a list, if one is given, read where an end of it comes near, and what is new where it is followed. */
export function useMore(list: PagedWindow<unknown> | undefined, { newestFirst, follows, count, drawn }: Sight): void {
  useEffect(() => {
    if (list === undefined) return;
    const { first, last } = drawn;
    const [up, down]: [Direction, Direction] = newestFirst ? ['forward', 'backward'] : ['backward', 'forward'];
    if (follows && list.more.forward) list.toEnd();
    else if (last >= count - ahead && list.more[down]) list.widen(down);
    else if (first < ahead && list.more[up]) list.widen(up);
  });
}
