import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';

/** A component whose code is fetched when it is first shown, or ahead of that. */
export type Lazily<P> = ComponentType<P> & {
  /** Fetches the code, so that the component stands at once when it is shown. Rejects if it cannot be fetched. */
  readonly preload: () => Promise<void>;
};

/**
 * A component that is not on the first screen. Until its code is here `Place` stands where it will be, with the same props; once
 * it is, the component is drawn at once, with no moment between.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>, Place?: ComponentType<P>): Lazily<P> {
  let here: ComponentType<P> | undefined;
  const preload = async () => {
    here = await load();
  };
  const Later = lazy(async () => {
    const part = await load();
    here = part;
    return { default: (props: { readonly own: P }) => createElement(part, props.own) };
  });
  function Lazy(props: P) {
    // Decided once, or what is shown would be made anew when its code has come.
    const [Now] = useState(() => here);
    return Now ? (
      <Now {...props} />
    ) : (
      <Suspense fallback={Place ? <Place {...props} /> : null}>
        <Later own={props} />
      </Suspense>
    );
  }
  return Object.assign(Lazy, { preload });
}
