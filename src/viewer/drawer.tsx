import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useRun, useStores, useView } from '@/state/context';
import { type DrawerTab, drawerTabs } from '@/state/view-store';
import { IconButton } from '@/ui/icon-button';
import { Tabs } from '@/ui/tabs';
import styles from './drawer.module.css';
import { OutputPane } from './output/output-pane';

const EventsPane = lazy(() => import('./events/events-pane').then((pane) => ({ default: pane.EventsPane })));
const TimelinePane = lazy(() => import('./timeline/timeline-pane').then((pane) => ({ default: pane.TimelinePane })));
const ContextPane = lazy(() => import('./context/context-pane'));
const MetricsPane = lazy(() => import('./metrics/metrics-pane'));

const panes: { readonly [K in DrawerTab]: { readonly label: string; readonly Pane: ComponentType } } = {
  output: { label: 'Output', Pane: OutputPane },
  events: { label: 'Events', Pane: EventsPane },
  timeline: { label: 'Timeline', Pane: TimelinePane },
  context: { label: 'Context', Pane: ContextPane },
  metrics: { label: 'Metrics', Pane: MetricsPane },
};

/** The drawer under the canvas: what the run gives out, what happened, and when. Closed, only its tabs are seen. */
export function Drawer() {
  const { view } = useStores();
  const tab = useView((state) => state.drawerTab);
  const open = useView((state) => state.panels.drawer);
  const events = useRun((state) => state.run.seq);
  const setOpen = (drawer: boolean) => view.setState(({ panels }) => ({ panels: { ...panels, drawer } }));
  const { label, Pane } = panes[tab];
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
              ...(id === 'events' && events > 0 ? { count: events } : {}),
            }))}
            onChange={(id) => {
              view.setState({ drawerTab: id as DrawerTab });
              setOpen(true);
            }}
            panelId="drawer-pane"
          />
        </div>
        <IconButton
          label={open ? 'Close the drawer' : 'Open the drawer'}
          icon={open ? <ChevronDown /> : <ChevronUp />}
          size="s"
          aria-expanded={open}
          aria-controls="drawer-pane"
          onClick={() => setOpen(!open)}
        />
      </div>
      <div id="drawer-pane" role="tabpanel" aria-label={label} className={styles.pane} hidden={!open}>
        {open && (
          <Suspense>
            <Pane />
          </Suspense>
        )}
      </div>
    </section>
  );
}
