import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';
import { fetchPart } from './fetch-part';
import { PartBoundary } from './part-boundary';
import { PartFailed, type PartFailedProps } from './part-failed';

/** What is shown instead of a component whose code is not there. */
interface Places<P> {
  /** Shown until its code is there, with the same props; undefined: nothing. */
  readonly Place?: ComponentType<P>;
  /** Shown if its code could not be fetched, with the same props; undefined: {@link PartFailed}. */
  readonly Failed?: ComponentType<P & PartFailedProps>;
}

/** A part of the page whose code is fetched as a whole, when something of it is first needed, or earlier. */
export interface LazyPart<Code> {
  /** Its code, if it has been fetched. */
  readonly peek: () => Code | undefined;
  /**
   * Fetches its code once; all who wait for it go on in the order in which they asked. Rejects if it could not be
   * fetched; the next call fetches it again.
   */
  readonly load: () => Promise<Code>;
  /**
   * A component of it. Once the code is there, it renders at once, without an empty frame. If that could not be
   * fetched, only this component fails; a person can retry.
   */
  readonly component: <P extends object>(
    choose: (code: Code) => ComponentType<P>,
    places?: Places<P>,
  ) => ComponentType<P>;
}

/** Makes a part of the page that is not on the first screen load later. */
export function createPart<Code>(importCode: () => Promise<Code>): LazyPart<Code> {
  let code: Code | undefined;
  let fetching: Promise<Code> | undefined;
  const load = (): Promise<Code> => {
    fetching ??= fetchPart(importCode).then(
      (fetched) => {
        code = fetched;
        return fetched;
      },
      (error: unknown) => {
        fetching = undefined;
        throw error;
      },
    );
    return fetching;
  };
  const peek = () => code;

  function component<P extends object>(
    choose: (code: Code) => ComponentType<P>,
    { Place, Failed = PartFailed }: Places<P> = {},
  ): ComponentType<P> {
    const createLater = () =>
      lazy(async () => {
        const Chosen = choose(await load());
        return { default: (props: { readonly own: P }) => createElement(Chosen, props.own) };
      });
    let Later = createLater();
    return function PartComponent(props: P) {
      // Decided at the first render: switching later would remount the shown component when its code has loaded.
      const [Now] = useState(() => (code === undefined ? undefined : choose(code)));
      const [attempt, setAttempt] = useState(1);
      if (Now) return <Now {...props} />;
      const retry = () => {
        // React remembers the failure of a lazy component for ever, so a retry needs a new one.
        Later = createLater();
        setAttempt(attempt + 1);
      };
      return (
        <PartBoundary key={attempt} failed={<Failed {...props} onRetry={retry} />}>
          <Suspense fallback={Place ? <Place {...props} /> : null}>
            <Later own={props} />
          </Suspense>
        </PartBoundary>
      );
    };
  }
  return { peek, load, component };
}
