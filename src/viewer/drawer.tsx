import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp } from 'lucide-react';
import type { ComponentType } from 'react';
import { useStores, useView } from '@/state/context';
import { openDrawer, setPanels, toggleDrawerSize } from '@/state/view/panels';
import { type DrawerTab, drawerTabs } from '@/state/view-store';
import { Tabs } from '@/ui/display/tabs';
import { IconButton } from '@/ui/form/icon-button';
import { Switch } from '@/ui/form/switch';
import ContextPane from './context/context-pane';
import styles from './drawer.module.css';
import { EventsPane } from './events/events-pane';
import { useFollow } from './follow/use-follow';
import LogsPane from './logs/logs-pane';
import MetricsPane from './metrics/metrics-pane';
import { OutputPane } from './output/output-pane';
import { TimelinePane } from './timeline/timeline-pane';
import { usePacedRun } from './use-paced-run';

interface PaneOfDrawer {
  readonly label: string;
  readonly Pane: ComponentType;
  /** Whether it has follow mode. */
  readonly follows?: true;
}

const panes: { readonly [K in DrawerTab]: PaneOfDrawer } = {
  timeline: { label: 'Timeline', Pane: TimelinePane },
  output: { label: 'Output', Pane: OutputPane, follows: true },
  logs: { label: 'Logs', Pane: LogsPane, follows: true },
  context: { label: 'Context', Pane: ContextPane },
  events: { label: 'Events', Pane: EventsPane, follows: true },
  metrics: { label: 'Metrics', Pane: MetricsPane },
};

/** The drawer under the canvas: the outputs of the run, its events, and their times. Closed, it shows only its tabs. */
export function Drawer() {
  const { view } = useStores();
  const tab = useView((state) => state.drawer.tab);
  const open = useView((state) => state.preferences.panels.drawer);
  const isLarge = useView((state) => state.preferences.panels.isDrawerLarge ?? false);
  const events = usePacedRun((state) => state.run.seq);
  const iterations = usePacedRun((state) => state.run.iterations.count);
  const follow = useFollow();
  const setOpen = (drawer: boolean) => setPanels(view, { drawer });
  const { label, Pane, follows } = panes[tab];
  const counts: Partial<Record<DrawerTab, number>> = { events, logs: iterations };
  return (
    <section className={styles.drawer} aria-label="Run">
      <div className={styles.bar}>
        <div className={styles.tabs}>
          <Tabs
            label="Run"
            value={tab}
            tabs={drawerTabs.map((id) => ({
              id,
              label: panes[id].label,
              ...((counts[id] ?? 0) > 0 ? { count: counts[id] } : {}),
            }))}
            onChange={(id) => openDrawer(view, id as DrawerTab)}
            panelId="drawer-pane"
          />
        </div>
        {open && follows && events > 0 && <Switch label="Follow" checked={follow.on} onChange={follow.set} />}
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
        aria-label={label}
        className={styles.pane}
        hidden={!open}
        data-output
        translate="no"
      >
        {open && <Pane />}
      </div>
    </section>
  );
}
