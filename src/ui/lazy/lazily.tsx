import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';
import { fetchPart } from './fetch-part';
import { PartBoundary } from './part-boundary';
import { PartFailed, type PartFailedProps } from './part-failed';

/** A component whose code is fetched when it is first shown, or ahead of that. */
export type Lazily<P> = ComponentType<P> & {
  /** Fetches the code, so that the component stands at once when it is shown. Rejects if it cannot be fetched. */
  readonly preload: () => Promise<void>;
};

/** What stands in the place of a component that is not here. */
interface Places<P> {
  /** Until its code is here, with its props; left out: nothing. */
  readonly Place?: ComponentType<P>;
  /** Where its code could not be fetched, with its props; left out: {@link PartFailed}. */
  readonly Failed?: ComponentType<P & PartFailedProps>;
}

/**
 * A component that is not on the first screen. Once its code is here it is drawn at once, with no moment between. Code
 * that cannot be fetched fails alone, and is fetched again when a person wishes.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Place, Failed = PartFailed }: Places<P> = {},
): Lazily<P> {
  let here: ComponentType<P> | undefined;
  const preload = async () => {
    here = await fetchPart(load);
  };
  const later = () =>
    lazy(async () => {
      const part = await fetchPart(load);
      here = part;
      return { default: (props: { readonly own: P }) => createElement(part, props.own) };
    });
  let Later = later();
  function Lazy(props: P) {
    // Decided once, or what is shown would be made anew when its code has come.
    const [Now] = useState(() => here);
    const [attempt, setAttempt] = useState(1);
    if (Now) return <Now {...props} />;
    const retry = () => {
      // React keeps the failure of a lazy component for good.
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
