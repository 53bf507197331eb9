import ChevronDown from 'lucide-react/icons/chevron-down';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { getActionKeys } from '@/editor/actions/action';
import { getAction } from '@/editor/actions/actions';
import { useDocument, useStores, useView } from '@/state/context';
import type { WorkflowTab } from '@/state/open-tabs';
import { setPanels } from '@/state/view/panels';
import { StatusRing } from '@/ui/display/status-ring';
import { IconButton } from '@/ui/form/icon-button';
import { Menu } from '@/ui/overlay/menu';
import { useRunLine } from '../runs/use-run-line';
import { markWords } from '../tab/mark-rings';
import { RunSign } from '../tab/run-sign';
import styles from './tabs-row.module.css';
import { ViewControls } from './view-controls';

/** What a dragged tab carries; other drops on the row are not its. */
const dragType = 'application/x-heddle-tab';

/**
 * The row of the open workflows, above the centre. It is one tab stop; the arrows move inside it, and with Alt they
 * move the tab.
 */
export function TabsRow() {
  const { services } = useStores();
  const tabs = useStore(services.tabs, (state) => state.tabs);
  const shown = useDocument((state) => state.id);
  const ownKeys = useView((state) => state.preferences.ownKeys);
  const list = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(list, tabs.length);
  const { actions } = services.tabs;
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${CSS.escape(shown)}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);

  const handleTabsKey = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['tab'] : undefined;
    const at = tabs.findIndex((tab) => tab.id === id);
    if (id === undefined || at < 0) return;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by !== 0 && event.altKey) actions.move(id, at + by);
    else if (by !== 0) focusTab(list.current, tabs[(at + by + tabs.length) % tabs.length]?.id);
    else if (event.key === 'Home') focusTab(list.current, tabs[0]?.id);
    else if (event.key === 'End') focusTab(list.current, tabs.at(-1)?.id);
    else if (event.key === 'Delete') void actions.close(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    const id = event.dataTransfer.getData(dragType);
    if (id === '') return;
    event.preventDefault();
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tab-item]') : null;
    const to = tabs.findIndex((tab) => tab.id === target?.dataset['tabItem']);
    actions.move(id, to < 0 ? tabs.length : to);
  };
  return (
    <div className={styles.row}>
      <LeftToggle />
      <div
        ref={list}
        role="tablist"
        aria-label="Open workflows"
        className={styles.list}
        onKeyDown={handleTabsKey}
        onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
        onDrop={onDrop}
      >
        {tabs.map((tab) => (
          <TabItem key={tab.id} tab={tab} isShown={tab.id === shown} />
        ))}
      </div>
      {isCut && (
        <Menu
          label="All open workflows"
          align="end"
          trigger={<IconButton size="s" label="All open workflows" icon={<ChevronDown />} />}
          entries={tabs.map(({ id, name }) => ({ kind: 'item', label: name, onSelect: () => void actions.show(id) }))}
        />
      )}
      <IconButton
        size="s"
        label="New workflow"
        shortcut={getActionKeys(getAction('tab-new'), ownKeys)[0]}
        icon={<Plus />}
        onClick={() => void actions.add()}
      />
      <ViewControls />
    </div>
  );
}

/** Opens and closes the panel at the left. The inspector has its rail, and the drawer its bar. */
function LeftToggle() {
  const { view } = useStores();
  const isOpen = useView((state) => state.preferences.panels.left);
  return (
    <IconButton
      size="s"
      label={isOpen ? 'Close the tasks' : 'Open the tasks'}
      icon={isOpen ? <PanelLeftClose /> : <PanelLeftOpen />}
      aria-expanded={isOpen}
      onClick={() => setPanels(view, { left: !isOpen })}
    />
  );
}

function TabItem({ tab: { id, name }, isShown }: { readonly tab: WorkflowTab; readonly isShown: boolean }) {
  const { services } = useStores();
  const kept = useStore(services.tabs, (state) => state.marks.get(id));
  const isUnsaved = useDocument((state) => isShown && state.saved.status === 'failed');
  const { actions } = services.tabs;
  const own = useRunLine();
  const mark = isShown ? own.mark : (kept ?? 'none');
  // At rest a tab is called by its workflow alone.
  const said = mark === 'none' || mark === 'done' ? '' : `, ${markWords[mark].toLowerCase()}`;
  const closeTab = () => void actions.close(id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tab in it has the role and takes the keys
    <div
      className={styles.item}
      data-tab-item={id}
      data-shown={isShown || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && closeTab()}
      role="presentation"
    >
      <button
        type="button"
        role="tab"
        data-tab={id}
        className={styles.tab}
        aria-selected={isShown}
        tabIndex={isShown ? 0 : -1}
        // What is in a tab has no role of its own for a screen reader.
        aria-label={`${name}${said}${isUnsaved ? ', not saved' : ''}`}
        title={name}
        onClick={() => void actions.show(id)}
      >
        <span className={styles.name}>{name}</span>
        {mark !== 'none' && <RunSign mark={mark} isDry={isShown && own.isDry} />}
        {isUnsaved && <StatusRing status="failed" size={14} label="Not saved" />}
      </button>
      <span className={styles.close} data-close title={`Close ${name}`} aria-hidden="true" onClick={closeTab}>
        <X />
      </span>
    </div>
  );
}

function focusTab(list: HTMLElement | null, id: string | undefined): void {
  if (id !== undefined) list?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`)?.focus();
}

/** Whether the list of tabs does not fit. */
function useIsCut(list: { readonly current: HTMLElement | null }, count: number): boolean {
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of tabs is measured anew
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => setCut(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list, count]);
  return isCut;
}
