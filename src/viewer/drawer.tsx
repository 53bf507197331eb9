import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef } from 'react';
import { useRun, useStores, useView } from '@/state/context';
import { picksAttribute } from '@/state/picking';
import { canLookBack, isRunning } from '@/state/run-actions';
import { openDrawer, setPanels, showQuestions, toggleDrawerSize } from '@/state/view/panels';
import { type DrawerTab, drawerTabs } from '@/state/view-store';
import { FittingTabs } from '@/ui/display/fitting-tabs';
import { moreTasksPlace } from '@/ui/display/more-tasks-place';
import { IconButton } from '@/ui/form/icon-button';
import { Switch } from '@/ui/form/switch';
import ContextPane from './context/context-pane';
import styles from './drawer.module.css';
import { EventsPane } from './events/events-pane';
import { useFollow } from './follow/use-follow';
import LogsPane from './logs/logs-pane';
import MetricsPane from './metrics/metrics-pane';
import { OutputPane } from './output/output-pane';
import { Player } from './time-travel/player';
import { TimelinePane } from './timeline/timeline-pane';
import { useOpeningAtQuestions } from './use-opening-at-questions';
import { usePacedRun } from './use-paced-run';

interface PaneOfDrawer {
  readonly label: string;
  readonly Pane: ComponentType;
}

const panes: { readonly [K in DrawerTab]: PaneOfDrawer } = {
  timeline: { label: 'Timeline', Pane: TimelinePane },
  output: { label: 'Output', Pane: OutputPane },
  logs: { label: 'Logs', Pane: LogsPane },
  context: { label: 'Context', Pane: ContextPane },
  events: { label: 'Events', Pane: EventsPane },
  metrics: { label: 'Metrics', Pane: MetricsPane },
};

interface DrawerProps {
  /** The questions of the run, which have a tab while there are any. */
  readonly questions: ReactNode;
  /** At the right of the bar, as long as no run is there. */
  readonly offer: ReactNode;
  /** A tab more, before the others; undefined: none. */
  readonly extra?: ExtraTab | undefined;
}

/** A tab that the drawer is given. */
interface ExtraTab {
  readonly label: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly pane: ReactNode;
}

/** The tab of the questions, beside those that are always there. */
const asksTab = 'asks';
/** The tab that the drawer is given. */
const extraTab = 'extra';

/** The drawer under the canvas: the outputs of the run, its events, and their times. Closed, it shows only its tabs. */
export function Drawer({ questions, offer, extra }: DrawerProps) {
  const { view } = useStores();
  const element = useRef<HTMLElement>(null);
  const asked = useRun((state) => state.present.questions.size);
  const asks = useView((state) => state.drawer.showsQuestions) && asked > 0;
  useOpeningAtQuestions(element);
  const tab = useView((state) => state.drawer.tab);
  const open = useView((state) => state.preferences.panels.drawer);
  const isLarge = useView((state) => state.preferences.panels.isDrawerLarge ?? false);
  const events = usePacedRun((state) => state.run.seq);
  const iterations = usePacedRun((state) => state.run.iterations.count);
  const follow = useFollow();
  const looksBack = useRun(canLookBack);
  const runs = useRun(isRunning);
  const setOpen = (drawer: boolean) => setPanels(view, { drawer });
  const { label, Pane } = panes[tab];
  const showsExtra = extra?.isShown === true;
  const shown = showsExtra ? extraTab : asks ? asksTab : tab;
  const counts: Partial<Record<DrawerTab, number>> = { events, logs: iterations };
  return (
    <section
      ref={element}
      className={styles.drawer}
      aria-label="Run"
      data-closed={!open || undefined}
      {...{ [picksAttribute]: true }}
    >
      <div className={styles.bar}>
        <div className={styles.tabs}>
          <FittingTabs
            label="Run"
            value={shown}
            tabs={[
              ...(extra === undefined ? [] : [{ id: extraTab, label: extra.label } as const]),
              ...(asked > 0 ? [{ id: asksTab, label: 'Asks you', count: asked, waits: true } as const] : []),
              ...drawerTabs.map((id) => ({
                id,
                label: panes[id].label,
                ...((counts[id] ?? 0) > 0 ? { count: counts[id] } : {}),
              })),
            ]}
            onChange={(id) => {
              if (id === extraTab) extra?.onShow();
              else if (id === asksTab) showQuestions(view);
              else openDrawer(view, id);
            }}
            panelId="drawer-pane"
          />
        </div>
        <moreTasksPlace.Here />
        {looksBack ? (
          <Player />
        ) : runs ? (
          <Switch label="Follow" checked={follow.on} onChange={follow.set} />
        ) : (
          <span className={styles.offer}>{offer}</span>
        )}
        {open && (
          <IconButton
            label="Large drawer"
            shortcut="Mod+Shift+J"
            icon={isLarge ? <ChevronsDownUp /> : <ChevronsUpDown />}
            size="s"
            aria-pressed={isLarge}
            onClick={() => toggleDrawerSize(view)}
          />
        )}
        <IconButton
          label={open ? 'Close the drawer' : 'Open the drawer'}
          icon={open ? <ChevronDown /> : <ChevronUp />}
          size="s"
          aria-expanded={open}
          aria-controls="drawer-pane"
          onClick={() => setOpen(!open)}
        />
      </div>
      <div
        id="drawer-pane"
        role="tabpanel"
        aria-label={showsExtra ? extra.label : asks ? 'Asks you' : label}
        className={styles.pane}
        hidden={!open}
        data-output={showsExtra || asks ? undefined : true}
        translate="no"
      >
        {open && (showsExtra ? extra.pane : asks ? questions : <Pane />)}
      </div>
    </section>
  );
}
