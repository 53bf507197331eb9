import { useMemo, useRef } from 'react';
import { formatBytes } from '@/base/figures';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { FindBar } from './find-bar';
import { countPages, pageBytes } from './page-bounds';
import { TextPage } from './text-page';
import { useFind } from './use-find';
import { useMatchReveal } from './use-match-reveal';
import type { PageCache } from './use-page';
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

/** A stored text of any length, with a search in it. Only the pages in sight are read and rendered. */
export function WholeText({ blob, bytes, label }: WholeTextProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has pages of its own.
  const cache: PageCache = useMemo(() => new Map(), [blob]);
  const rowHeight = Math.min(guessedHeight, Math.ceil(bytes / 80) * 18 + 18);
  const pages = useVirtualRows({ count: countPages(bytes), rowHeight, overscan: 1 });
  const field = useRef<HTMLInputElement>(null);
  const find = useFind(blob, bytes);
  const matches = find.found?.matches ?? [];
  const current = matches[find.current];
  const reveal = useMatchReveal(pages, current);
  const at = Math.min(bytes, (pages.drawn[0]?.index ?? 0) * pageBytes);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key finds from wherever the focus is in it.
    <div
      className={styles.reader}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        field.current?.select();
      }}
    >
      <FindBar find={find} ref={field} />
      <ScrollRegion
        ref={pages.scroller}
        className={styles.text}
        label={label}
        data-autofocus
        onWheel={reveal.leave}
        onPointerDown={reveal.leave}
        onKeyDown={reveal.leave}
      >
        <div className={styles.inner} style={{ height: pages.height }}>
          {pages.drawn.map(({ index, start }) => (
            <TextPage
              key={index}
              blob={blob}
              page={index}
              cache={cache}
              top={start}
              ref={pages.measure}
              guess={guessedHeight}
              matches={matches}
              current={current}
              currentRef={reveal.mark}
            />
          ))}
        </div>
      </ScrollRegion>
      <p className={styles.where}>
        From {formatBytes(at)} of {formatBytes(bytes)}
      </p>
    </div>
  );
}
