import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { formatBytes } from '@/base/figures';
import { pageBytes, pageCount } from './page-bounds';
import { type PageCache, usePage } from './use-page';
import styles from './whole-text.module.css';

/** Of a page before it is drawn: some 200 lines. */
const guessedHeight = 3600;

interface WholeTextProps {
  /** In the blob store of the run. */
  readonly blob: string;
  /** Bytes of the whole. */
  readonly bytes: number;
  readonly label: string;
}

/** A stored text of any length: only the pages in sight are read and drawn. */
export function WholeText({ blob, bytes, label }: WholeTextProps) {
  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has pages of its own.
  const cache: PageCache = useMemo(() => new Map(), [blob]);
  const pages = useVirtualizer({
    count: pageCount(bytes),
    getScrollElement: () => scroller.current,
    estimateSize: () => Math.min(guessedHeight, Math.ceil(bytes / 80) * 18 + 18),
    overscan: 1,
  });
  const shown = pages.getVirtualItems();
  const at = Math.min(bytes, (shown[0]?.index ?? 0) * pageBytes);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <section ref={scroller} className={styles.text} aria-label={label} tabIndex={0}>
        <div className={styles.inner} style={{ height: pages.getTotalSize() }}>
          {shown.map(({ index, start }) => (
            <OnePage
              key={index}
              blob={blob}
              page={index}
              cache={cache}
              top={start}
              ref={pages.measureElement}
              guess={guessedHeight}
            />
          ))}
        </div>
      </section>
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
      {state.status === 'ready' ? state.text : state.status === 'failed' ? state.message : 'Reading…'}
    </pre>
  );
}
