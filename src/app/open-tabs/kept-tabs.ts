import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { eventStatuses } from '@/run/event-query';
import type { DrawerSearch, EventSearch } from '@/state/drawer-search';
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
    const tabs = Array.isArray(stored) ? stored.slice(0, mostTabs).flatMap(parseTab) : [];
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
function parseTab(value: Json): readonly WorkflowTab[] {
  if (!isJsonObject(value) || typeof value['id'] !== 'string' || typeof value['name'] !== 'string') return [];
  return [{ id: value['id'], name: value['name'], kept: parseKeptView(value['kept']) }];
}

const leftTabs: readonly KeptView['leftTab'][] = ['tasks', 'library', 'files', 'runs', 'tests'];

function parseKeptView(value: Json | undefined): KeptView | undefined {
  if (!isJsonObject(value)) return undefined;
  const { selection, root, drawerTab, inspectorTab, leftTab, viewport } = value;
  if (!Array.isArray(selection) || !drawerTabs.some((one) => one === drawerTab)) return undefined;
  const isAt = isJsonObject(viewport) && [viewport['x'], viewport['y'], viewport['zoom']].every(Number.isFinite);
  return {
    selection: selection.filter((one) => typeof one === 'string'),
    root: typeof root === 'string' ? root : undefined,
    drawerTab: drawerTab as KeptView['drawerTab'],
    inspectorTab: inspectorTab === 'output' ? 'output' : 'task',
    leftTab: leftTabs.find((one) => one === leftTab) ?? 'tasks',
    viewport: isAt ? (viewport as unknown as KeptView['viewport']) : undefined,
    ...parseKeptSearch(value),
  };
}

const outputLooks: readonly Json[] = ['result', 'rounds', 'iterations', 'steps'];

/** What cannot be read is as it is at first. */
function parseKeptSearch({ outputLook, eventSearch, logSearch }: JsonObject): DrawerSearch {
  const events = isJsonObject(eventSearch) ? eventSearch : {};
  const logs = isJsonObject(logSearch) ? logSearch : {};
  const { kinds, status } = events;
  const { exitCode } = logs;
  return {
    outputLook: outputLooks.find((one) => one === outputLook) as DrawerSearch['outputLook'],
    eventSearch: {
      // A kind that is none finds nothing.
      kinds: (Array.isArray(kinds) ? kinds.filter((one) => typeof one === 'string') : []) as EventSearch['kinds'],
      status: eventStatuses.find((one) => one === status),
      text: readKeptText(events['text']),
      onlySelected: events['onlySelected'] === true,
      newestFirst: events['newestFirst'] === true,
    },
    logSearch: {
      exitCode: exitCode === 'failed' || typeof exitCode === 'number' ? exitCode : undefined,
      text: readKeptText(logs['text']),
      onlySelected: logs['onlySelected'] === true,
    },
  };
}

function readKeptText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
