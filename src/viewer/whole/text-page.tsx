import { Fragment, type ReactNode, type Ref } from 'react';
import { cleanShownText } from '@/base/shown-text';
import type { FoundPlace } from './find-in-pages';
import { type PageCache, usePage } from './use-page';
import styles from './whole-text.module.css';

interface TextPageProps {
  readonly blob: string;
  readonly page: number;
  readonly cache: PageCache;
  /** Offset from the top of the text, in px. */
  readonly top: number;
  /** Height until it was read, in px. */
  readonly guess: number;
  readonly ref: (element: HTMLElement | null) => void;
  /** All that were found, in order of the text. */
  readonly matches: readonly FoundPlace[];
  /** The one that is gone to. */
  readonly current: FoundPlace | undefined;
  readonly currentRef: Ref<HTMLElement>;
}

/** One page of a stored text, with its matches marked. */
export function TextPage({ blob, page, cache, top, ref, guess, matches, current, currentRef }: TextPageProps) {
  const state = usePage(blob, page, cache);
  const own = matches.filter((match) => match.page === page);
  return (
    <pre
      ref={ref}
      data-index={page}
      data-state={state.status}
      className={styles.page}
      style={{ transform: `translateY(${top}px)`, ...(state.status === 'loading' ? { minHeight: guess } : {}) }}
    >
      {state.status === 'ready'
        ? markMatches(cleanShownText(state.text), own, current, currentRef)
        : state.status === 'failed'
          ? state.message
          : 'Reading…'}
    </pre>
  );
}

function markMatches(
  text: string,
  matches: readonly FoundPlace[],
  current: FoundPlace | undefined,
  ref: Ref<HTMLElement>,
): ReactNode {
  let end = 0;
  const pieces = matches.map((match) => {
    const before = text.slice(end, match.from);
    end = match.to;
    return (
      <Fragment key={match.from}>
        {before}
        <mark {...(match === current && { 'aria-current': true, ref })}>{text.slice(match.from, match.to)}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}
