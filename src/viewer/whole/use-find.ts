import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { useRun, useStores } from '@/state/context';
import { type FoundPlaces, findInPages } from './find-in-pages';

/** A search in a stored text that a person types and steps through. */
export interface Find {
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** Undefined until something was searched. */
  readonly found: FoundPlaces | undefined;
  readonly failed: string | undefined;
  /** Index of the match that is shown; it exists once there are matches. */
  readonly current: number;
  /** Goes to the next match, or back, around the ends. */
  readonly step: (by: 1 | -1) => void;
}

const nothing = { found: undefined, failed: undefined, current: 0 };

/** Searches a stored text while words are typed. */
export function useFind(blob: string, bytes: number): Find {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const [words, setWords] = useState('');
  const [state, setState] = useState<Pick<Find, 'found' | 'failed' | 'current'>>(nothing);
  useEffect(() => {
    setState(nothing);
    if (executionId === undefined || words === '') return;
    let wanted = true;
    const readBytes = async (from: number, count: number) =>
      (await services.runner.readBlobPart(executionId, blob, from, count))?.bytes;
    const searchPages = async () => {
      for await (const found of findInPages(words, bytes, readBytes)) {
        if (!wanted) return;
        setState((state) => ({ ...state, found }));
      }
    };
    searchPages().catch((error: unknown) => wanted && setState({ ...nothing, failed: toFailure(error).message }));
    return () => {
      wanted = false;
    };
  }, [services, executionId, blob, bytes, words]);
  const count = state.found?.matches.length ?? 0;
  const stepBy = (by: 1 | -1) => {
    if (count > 0) setState({ ...state, current: (state.current + by + count) % count });
  };
  return { words, setWords, ...state, step: stepBy };
}
