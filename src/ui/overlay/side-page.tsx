import type { ReactNode, Ref } from 'react';
import { PageBar } from '../display/page-bar';
import { ScrollRegion } from '../display/scroll-region';
import { useMedia } from '../use-media';
import styles from './side-page.module.css';
import { useEscape } from './use-escape';

interface SidePageProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly note: ReactNode;
  /** At the end of the bar. */
  readonly actions: ReactNode;
  readonly onBack: () => void;
  /** Accessible name of the scrolling part. */
  readonly bodyLabel: string;
  /** The scrolling part, for lists in it that draw only what is in sight. */
  readonly bodyRef?: Ref<HTMLElement>;
  /** What a person came for, at the start of the scrolling part. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
  /** Accessible name of the side panel. */
  readonly sideLabel: string;
  readonly side: ReactNode;
  /** The primary action of the page, if it has one, under the side panel. */
  readonly foot?: ReactNode;
}

/**
 * A screen about the workflow that replaces its editor, with a side panel; on a phone all is one column, with the
 * panel after the head. Escape leads back too.
 */
export function SidePage({
  title,
  note,
  actions,
  onBack,
  bodyLabel,
  bodyRef,
  head,
  children,
  sideLabel,
  side,
  foot,
}: SidePageProps) {
  useEscape(onBack);
  const isPhone = useMedia('(max-width: 599px)');
  const panel = (
    <aside className={styles.side} aria-label={sideLabel}>
      <div className={styles.parts}>{side}</div>
      {foot && !isPhone && <div className={styles.foot}>{foot}</div>}
    </aside>
  );
  return (
    <main className={styles.page} aria-label={title}>
      <div className={styles.main}>
        <PageBar back="Canvas" onBack={onBack} title={title} note={note} actions={actions} />
        <ScrollRegion ref={bodyRef} className={styles.body} label={bodyLabel}>
          {head}
          {isPhone && panel}
          {children}
        </ScrollRegion>
        {isPhone && foot && <div className={styles.foot}>{foot}</div>}
      </div>
      {!isPhone && panel}
    </main>
  );
}
