import { useEffect } from 'react';
import type { PageDirection } from './list-window';
import type { PagedWindow } from './use-window';

/** More is read when the end is this many rows out of sight. */
const ahead = 8;

interface Sight {
  readonly newestFirst: boolean;
  /** Whether the newest entry is followed. */
  readonly follows: boolean;
  readonly count: number;
  /** Rendered rows. */
  readonly drawn: readonly { readonly index: number }[];
}

/** Reads more of a list, if one is given, when an end of it comes near, and reads new entries in follow mode. */
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
