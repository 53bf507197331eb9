import { isJsonObject, type Json } from '@/base/json';
import type { KeptView, WorkflowTab } from '@/state/open-tabs';
import { drawerTabs } from '@/state/view-store';

/** In the storage of the browser's tab: a second tab of the browser has its own. */
const key = 'heddle.tabs';
/** So that a stored list cannot get longer than a person can use. */
const mostTabs = 100;

/** The tabs that were open before the page was loaded again; none if they cannot be read. */
export function readTabs(): readonly WorkflowTab[] {
  try {
    const stored: Json = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    const tabs = Array.isArray(stored) ? stored.slice(0, mostTabs).flatMap(tabOf) : [];
    return tabs.filter(({ id }, index) => tabs.findIndex((other) => other.id === id) === index);
  } catch {
    return [];
  }
}

/** Stores the tabs. A browser that stores nothing is no failure: they are then gone with the page. */
export function writeTabs(tabs: readonly WorkflowTab[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(tabs));
  } catch {
    // Nothing depends on them.
  }
}

// Written by hand, as a schema library would be a tenth of the first screen's code.
function tabOf(value: Json): readonly WorkflowTab[] {
  if (!isJsonObject(value) || typeof value['id'] !== 'string' || typeof value['name'] !== 'string') return [];
  return [{ id: value['id'], name: value['name'], kept: keptOf(value['kept']) }];
}

function keptOf(value: Json | undefined): KeptView | undefined {
  if (!isJsonObject(value)) return undefined;
  const { selection, root, drawerTab, inspectorTab, leftTab, viewport } = value;
  if (!Array.isArray(selection) || !drawerTabs.some((one) => one === drawerTab)) return undefined;
  const isAt = isJsonObject(viewport) && [viewport['x'], viewport['y'], viewport['zoom']].every(Number.isFinite);
  return {
    selection: selection.filter((one) => typeof one === 'string'),
    root: typeof root === 'string' ? root : undefined,
    drawerTab: drawerTab as KeptView['drawerTab'],
    inspectorTab: inspectorTab === 'output' ? 'output' : 'task',
    leftTab: leftTab === 'library' || leftTab === 'files' || leftTab === 'runs' ? leftTab : 'tasks',
    viewport: isAt ? (viewport as unknown as KeptView['viewport']) : undefined,
  };
}
