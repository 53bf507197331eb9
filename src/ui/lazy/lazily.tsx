import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';
import { fetchPart } from './fetch-part';
import { PartBoundary } from './part-boundary';
import { PartFailed, type PartFailedProps } from './part-failed';

/** A component whose code is fetched when it is first shown, or earlier. */
export type Lazily<P> = ComponentType<P> & {
  /** Fetches the code, so that the component appears without delay. Rejects if the code cannot be fetched. */
  readonly preload: () => Promise<void>;
};

/** What is shown instead of a component that has not loaded. */
interface Places<P> {
  /** Shown until its code has loaded, with the same props; undefined: nothing. */
  readonly Place?: ComponentType<P>;
  /** Shown if its code could not be fetched, with the same props; undefined: {@link PartFailed}. */
  readonly Failed?: ComponentType<P & PartFailedProps>;
}

/**
 * Makes a component that is not on the first screen load later. Once loaded, it renders at once, without an empty
 * frame. If its code cannot be fetched, only this component fails; a person can retry.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Place, Failed = PartFailed }: Places<P> = {},
): Lazily<P> {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => {
    loaded = await fetchPart(load);
  };
  const later = () =>
    lazy(async () => {
      const part = await fetchPart(load);
      loaded = part;
      return { default: (props: { readonly own: P }) => createElement(part, props.own) };
    });
  let Later = later();
  function Lazy(props: P) {
    // Decided at the first render: switching later would remount the shown component when its code has loaded.
    const [Now] = useState(() => loaded);
    const [attempt, setAttempt] = useState(1);
    if (Now) return <Now {...props} />;
    const retry = () => {
      // React remembers the failure of a lazy component for ever, so a retry needs a new one.
      Later = later();
      setAttempt(attempt + 1);
    };
    return (
      <PartBoundary key={attempt} failed={<Failed {...props} onRetry={retry} />}>
        <Suspense fallback={Place ? <Place {...props} /> : null}>
          <Later own={props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(Lazy, { preload });
}
