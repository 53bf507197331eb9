import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { OfferedTools, ToolCallRequest } from '@/worker/border/engine-api';
import { useApp } from '../app-context';

/** The state of a server that was asked what it offers. */
export type ServerState =
  | { readonly status: 'asking'; readonly offered?: OfferedTools | undefined }
  | { readonly status: 'listed'; readonly offered: OfferedTools }
  | { readonly status: 'failed'; readonly failure: Failure; readonly offered?: undefined };

/** What servers offer, as far as they were asked while the screen is open, and a function to ask one. */
export interface Servers {
  /** By the key of the server; undefined: it was not asked. */
  readonly states: ReadonlyMap<string, ServerState>;
  ask(key: string, wish: ToolCallRequest): void;
  stop(key: string): void;
}

/** Asks servers what they offer. Their sessions end with the screen. */
export function useServers(): Servers {
  const { tools } = useApp();
  const [states, setStates] = useState<ReadonlyMap<string, ServerState>>(new Map());
  const asking = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const open = asking.current;
    return () => {
      for (const stop of open.values()) stop.abort();
      void tools.close().catch(() => undefined);
    };
  }, [tools]);
  const set = useCallback(
    (key: string, state: ServerState | undefined) =>
      setStates((before) => {
        const next = new Map(before);
        if (state === undefined) next.delete(key);
        else next.set(key, state);
        return next;
      }),
    [],
  );
  const ask = useCallback(
    (key: string, wish: ToolCallRequest) => {
      asking.current.get(key)?.abort();
      const stop = new AbortController();
      asking.current.set(key, stop);
      set(key, { status: 'asking' });
      tools.offered(wish, stop.signal).then(
        (offered) => stop.signal.aborted || set(key, { status: 'listed', offered }),
        (error) => stop.signal.aborted || set(key, { status: 'failed', failure: toFailure(error) }),
      );
    },
    [tools, set],
  );
  const stop = useCallback(
    (key: string) => {
      asking.current.get(key)?.abort();
      set(key, undefined);
    },
    [set],
  );
  return { states, ask, stop };
}
