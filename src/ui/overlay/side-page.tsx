import type { ReactNode } from 'react';
import { PageBar } from '../display/page-bar';
import { ScrollRegion } from '../display/scroll-region';
import styles from './side-page.module.css';

interface SidePageProps {
  readonly title: string;
  /** Said beside the title. */
  readonly note: ReactNode;
  /** At the end of the bar. */
  readonly actions: ReactNode;
  readonly onBack: () => void;
  /** Name of the part that scrolls. */
  readonly bodyLabel: string;
  readonly children: ReactNode;
  /** Name of what is at the side. */
  readonly sideLabel: string;
  readonly side: ReactNode;
  /** The one action of the page, if it has one, under what is at the side. */
  readonly foot?: ReactNode;
}

/** A screen about the workflow in the place of its editor: what it shows, and at the side what belongs to it. */
export function SidePage({ title, note, actions, onBack, bodyLabel, children, sideLabel, side, foot }: SidePageProps) {
  return (
    <main className={styles.page} aria-label={title}>
      <div className={styles.main}>
        <PageBar back="Canvas" onBack={onBack} title={title} note={note} actions={actions} />
        <ScrollRegion className={styles.body} label={bodyLabel}>
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
