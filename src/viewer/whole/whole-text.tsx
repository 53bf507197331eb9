import { useMemo } from 'react';
import { formatBytes } from '@/base/figures';
import { shownText } from '@/base/shown-text';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { pageBytes, pageCount } from './page-bounds';
import { type PageCache, usePage } from './use-page';
import styles from './whole-text.module.css';

/** Estimated height of a page before it is rendered, in px: about 200 lines. */
const guessedHeight = 3600;

interface WholeTextProps {
  /** In the blob store of the run. */
  readonly blob: string;
  /** Bytes of the whole. */
  readonly bytes: number;
  readonly label: string;
}

/** A stored text of any length. Only the pages in sight are read and rendered. */
export function WholeText({ blob, bytes, label }: WholeTextProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has pages of its own.
  const cache: PageCache = useMemo(() => new Map(), [blob]);
  const rowHeight = Math.min(guessedHeight, Math.ceil(bytes / 80) * 18 + 18);
  const pages = useVirtualRows({ count: pageCount(bytes), rowHeight, overscan: 1 });
  const at = Math.min(bytes, (pages.drawn[0]?.index ?? 0) * pageBytes);
  return (
    <>
      <ScrollRegion ref={pages.scroller} className={styles.text} label={label}>
        <div className={styles.inner} style={{ height: pages.height }}>
          {pages.drawn.map(({ index, start }) => (
            <OnePage
              key={index}
              blob={blob}
              page={index}
              cache={cache}
              top={start}
              ref={pages.measure}
              guess={guessedHeight}
            />
          ))}
        </div>
      </ScrollRegion>
      <p className={styles.where}>
        From {formatBytes(at)} of {formatBytes(bytes)}
      </p>
    </>
  );
}

interface OnePageProps {
  readonly blob: string;
  readonly page: number;
  readonly cache: PageCache;
  readonly top: number;
  readonly guess: number;
  readonly ref: (element: HTMLElement | null) => void;
}

function OnePage({ blob, page, cache, top, guess, ref }: OnePageProps) {
  const state = usePage(blob, page, cache);
  return (
    <pre
      ref={ref}
      data-index={page}
      data-state={state.status}
      className={styles.page}
      style={{ transform: `translateY(${top}px)`, ...(state.status === 'loading' ? { minHeight: guess } : {}) }}
    >
      {state.status === 'ready' ? shownText(state.text) : state.status === 'failed' ? state.message : 'Reading…'}
    </pre>
  );
}
