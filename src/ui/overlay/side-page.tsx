import type { ReactNode, Ref } from 'react';
import { PageBar } from '../display/page-bar';
import { ScrollRegion } from '../display/scroll-region';
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
  readonly children: ReactNode;
  /** Accessible name of the side panel. */
  readonly sideLabel: string;
  readonly side: ReactNode;
  /** The primary action of the page, if it has one, under the side panel. */
  readonly foot?: ReactNode;
}

/** A screen about the workflow that replaces its editor, with a side panel. Escape leads back too. */
export function SidePage({
  title,
  note,
  actions,
  onBack,
  bodyLabel,
  bodyRef,
  children,
  sideLabel,
  side,
  foot,
}: SidePageProps) {
  useEscape(onBack);
  return (
    <main className={styles.page} aria-label={title}>
      <div className={styles.main}>
        <PageBar back="Canvas" onBack={onBack} title={title} note={note} actions={actions} />
        <ScrollRegion ref={bodyRef} className={styles.body} label={bodyLabel}>
          {children}
        </ScrollRegion>
      </div>
      <aside className={styles.side} aria-label={sideLabel}>
        <div className={styles.parts}>{side}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </aside>
    </main>
  );
}
