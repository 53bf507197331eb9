import Ellipsis from 'lucide-react/icons/ellipsis';
import FileText from 'lucide-react/icons/file-text';
import ListTree from 'lucide-react/icons/list-tree';
import MessagesSquare from 'lucide-react/icons/messages-square';
import TextAlignStart from 'lucide-react/icons/text-align-start';
import { type ReactNode, useEffect } from 'react';
import { useRun, useStores, useView } from '@/state/context';
import { fitPanels, openDrawer, openInspector, openLeft, setPanels, showQuestions } from '@/state/view/panels';
import type { DrawerTab } from '@/state/view-store';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import styles from './phone-bar.module.css';

const panelNames = ['left', 'right', 'drawer'] as const;

/**
 * At the foot of a window as narrow as a phone's: what the panels have, one at a time. One that opens, by a person or
 * for a question, closes the others.
 */
export function PhoneBar() {
  const { view } = useStores();
  const asks = useRun((state) => state.present.questions.size > 0);
  const hasTasks = useView((state) => state.preferences.panels.left);
  useEffect(
    () =>
      view.subscribe(({ preferences: { panels } }, { preferences: { panels: before } }) => {
        const opened = panelNames.find((name) => panels[name] && !before[name]);
        if (opened !== undefined) fitPanels(view, { left: false, right: false, drawer: false, [opened]: true });
      }),
    [view],
  );
  const listEntry = (label: string, onSelect: () => void): MenuEntry => ({ kind: 'item', label, onSelect });
  const entries: readonly MenuEntry[] = [
    listEntry('Logs', () => openDrawer(view, 'logs')),
    listEntry('Events', () => openDrawer(view, 'events')),
    listEntry('Metrics', () => openDrawer(view, 'metrics')),
    { kind: 'separator' },
    listEntry('Runs', () => openLeft(view, 'runs')),
    listEntry('Tests', () => openLeft(view, 'tests')),
    listEntry('Files', () => openLeft(view, 'files')),
    listEntry('Library', () => openLeft(view, 'library')),
    listEntry('Inspector', () => openInspector(view, {})),
  ];
  return (
    <nav className={styles.bar} aria-label="Panels">
      <button
        type="button"
        className={styles.item}
        aria-pressed={hasTasks}
        onClick={() => (hasTasks ? setPanels(view, { left: false }) : openLeft(view, 'tasks'))}
      >
        <ListTree aria-hidden="true" />
        Tasks
      </button>
      {asks ? (
        <button type="button" className={styles.item} data-waits="true" onClick={() => showQuestions(view)}>
          <FileText aria-hidden="true" />
          Asks you
        </button>
      ) : (
        <DrawerItem tab="output" label="Output" icon={<FileText aria-hidden="true" />} />
      )}
      <DrawerItem tab="timeline" label="Timeline" icon={<TextAlignStart aria-hidden="true" />} />
      <DrawerItem tab="context" label="Context" icon={<MessagesSquare aria-hidden="true" />} />
      <Menu
        label="More panels"
        align="end"
        entries={entries}
        trigger={
          <button type="button" className={styles.item} aria-label="More panels">
            <Ellipsis aria-hidden="true" />
            More
          </button>
        }
      />
    </nav>
  );
}

interface DrawerItemProps {
  readonly tab: DrawerTab;
  readonly label: string;
  readonly icon: ReactNode;
}

function DrawerItem({ tab, label, icon }: DrawerItemProps) {
  const { view } = useStores();
  const isShown = useView(
    ({ preferences, drawer }) => preferences.panels.drawer && drawer.tab === tab && !drawer.showsQuestions,
  );
  return (
    <button
      type="button"
      className={styles.item}
      aria-pressed={isShown}
      onClick={() => (isShown ? setPanels(view, { drawer: false }) : openDrawer(view, tab))}
    >
      {icon}
      {label}
    </button>
  );
}
