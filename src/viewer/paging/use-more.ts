import { useEffect } from 'react';
import type { PageDirection } from './list-window';
import type { PagedWindow } from './use-window';

/** Rows out of sight at either end at which more is read. */
const ahead = 8;

interface Sight {
  readonly newestFirst: boolean;
  /** Whether the newest is followed. */
  readonly follows: boolean;
  readonly count: number;
  /** Rows that are drawn. */
  readonly drawn: readonly { readonly index: number }[];
}

/** Has more of a list, if one is given, read where an end of it comes near, and what is new where it is followed. */
export function useMore(list: PagedWindow<unknown> | undefined, { newestFirst, follows, count, drawn }: Sight): void {
  useEffect(() => {
    if (list === undefined) return;
    const first = drawn[0]?.index ?? 0;
    const last = drawn.at(-1)?.index ?? -1;
    const [up, down]: [PageDirection, PageDirection] = newestFirst ? ['forward', 'backward'] : ['backward', 'forward'];
    if (follows && list.more.forward) list.toEnd();
    else if (last >= count - ahead && list.more[down]) list.widen(down);
    else if (first < ahead && list.more[up]) list.widen(up);
  });
}
