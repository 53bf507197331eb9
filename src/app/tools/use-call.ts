import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';

/** A request to a worker, and its last result. */
export interface Call<T> {
  readonly isRunning: boolean;
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
  /** Starts a new request and cancels the one in progress. */
  start(ask: (signal: AbortSignal) => Promise<T>): void;
  cancel(): void;
}

type State<T> = Pick<Call<T>, 'isRunning' | 'value' | 'failure'>;

/** One request at a time. Unmounting the component cancels it. */
export function useCall<T>(): Call<T> {
  const idle: State<T> = { isRunning: false, value: undefined, failure: undefined };
  const [state, setState] = useState<State<T>>(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback((ask: (signal: AbortSignal) => Promise<T>) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setState({ isRunning: true, value: undefined, failure: undefined });
    ask(stop.signal).then(
      (value) => stop.signal.aborted || setState({ isRunning: false, value, failure: undefined }),
      (error) => stop.signal.aborted || setState({ isRunning: false, value: undefined, failure: toFailure(error) }),
    );
  }, []);
  const cancel = () => {
    running.current?.abort();
    setState(idle);
  };
  return { ...state, start, cancel };
}
