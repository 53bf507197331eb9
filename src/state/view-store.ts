import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrokenFile, Imported } from '@/formats/import-file';
import type { EventStatus } from '@/run/event-query';
import type { RunEventKind } from '@/run/events';
import type { IterationQuery } from '@/run/iteration-log';
import type { JournalPath } from '@/run/journal-path';
import type { Point } from '@/workflow/document';

/** What the centre shows. */
export type CentreMode = 'canvas' | 'code' | 'both';
/** How the code is shown. */
export type CodeNotation = 'yaml' | 'xml';
/** Tabs of the drawer, in order. */
export const drawerTabs = ['timeline', 'output', 'logs', 'context', 'events', 'metrics'] as const;
export type DrawerTab = (typeof drawerTabs)[number];
/** What of a task the drawer's Output shows: what it gave, its iterations, or the steps of a pipeline. */
export type OutputLook = 'result' | 'iterations' | 'steps';

/** What of the log the drawer's Events shows, and in which order. */
export interface EventSearch {
  /** Empty: all. */
  readonly kinds: readonly RunEventKind[];
  readonly status: EventStatus | undefined;
  readonly text: string;
  /** Of the selected task and all in it alone. */
  readonly onlySelected: boolean;
  readonly newestFirst: boolean;
}

/** Which iterations the drawer's Logs shows. */
export interface LogSearch {
  /** Undefined: any. */
  readonly exitCode: IterationQuery['exitCode'];
  readonly text: string;
  readonly onlySelected: boolean;
}

/** Tabs of the left panel. */
export type LeftTab = 'tasks' | 'files' | 'runs';
export type InspectorTab = 'task' | 'output';
/** Which screen is shown. All but `start` are of the open workflow; `models` can be without one. */
export type Screen = 'start' | 'editor' | 'plan' | 'compare' | 'context' | 'models' | 'tools';
/** A dialog, and what it is about; one at a time. */
export type AppDialog =
  | {
      readonly name:
        | 'shortcuts'
        | 'settings'
        | 'problems'
        | 'export'
        | 'export-tasks'
        | 'changed-workflow'
        | 'clean-up';
    }
  /** `address`: what it begins with. */
  | { readonly name: 'open-url'; readonly address: string }
  | { readonly name: 'broken-file'; readonly file: BrokenFile }
  /** `sentence`: what it begins with; empty: that of the last draft. */
  | { readonly name: 'draft'; readonly sentence: string }
  /** `revision`: of a checkpoint. */
  | { readonly name: 'name-checkpoint'; readonly revision: number }
  | { readonly name: 'delete-run'; readonly executionId: string };
export type Theme = 'light' | 'dark' | 'system';
/** What the open workflow is compared with. */
export type CompareBase =
  | { readonly kind: 'checkpoint'; readonly revision: number }
  | { readonly kind: 'file'; readonly file: Imported }
  /** A workflow that a model drafted, to be taken over or not: it is the later one of the two. */
  | { readonly kind: 'draft'; readonly draft: DraftedText };

/** A workflow that a model wrote for a sentence. */
export interface DraftedText {
  readonly sentence: string;
  /** As YAML. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * What is seen and selected: not part of the document, not undoable. `panels` and `theme` are remembered on the
 * machine; the rest is gone with the page.
 */
export interface ViewState {
  readonly screen: Screen;
  readonly mode: CentreMode;
  readonly notation: CodeNotation;
  /** Places of selected tasks. */
  readonly selection: ReadonlySet<string>;
  /**
   * Journal path of the instance that is looked at, of a task that ran several times; see
   * `run/projections/instance-at.ts`.
   */
  readonly instance: JournalPath | undefined;
  /** The selected edge, if any. */
  readonly selectedEdge: { readonly from: string; readonly to: string } | undefined;
  /** Positions of the tasks that are being dragged; empty otherwise. */
  readonly drag: ReadonlyMap<string, Point>;
  /** Connecting by keyboard (C, arrows, Enter): from where. */
  readonly connectingFrom: string | undefined;
  /** Journal path of the call that the screen `context` is about; undefined: the newest. */
  readonly call: JournalPath | undefined;
  /** Where the screen `models` goes back to. */
  readonly modelsFrom: Exclude<Screen, 'models'>;
  /** Id of the provider that the screen `models` is about; undefined: the first that matters. */
  readonly modelsProvider: string | undefined;
  readonly drawerTab: DrawerTab;
  /** Whether the lists of this run stay at the newest; what a person wished of another run holds no more. */
  readonly follow: { readonly executionId: string; readonly on: boolean } | undefined;
  /** What was chosen last; undefined, and where a task has no such thing: what fits it. */
  readonly outputLook: OutputLook | undefined;
  readonly eventSearch: EventSearch;
  readonly logSearch: LogSearch;
  readonly inspectorTab: InspectorTab;
  readonly leftTab: LeftTab;
  /** What the inspector shows while no task is selected. */
  readonly wholeTab: 'settings' | 'run';
  readonly dialog: AppDialog | undefined;
  /** What the screen `compare` looks back at; undefined: the newest checkpoint. */
  readonly compareWith: CompareBase | undefined;
  readonly panels: Panels;
  readonly theme: Theme;
  /** Asks the canvas to bring these tasks into view; a new object each time. Empty = fit all. */
  readonly reveal: { readonly ids: readonly string[] } | undefined;
  /** Asks the code editor to put its cursor at this offset; a new object each time. */
  readonly revealText: { readonly at: number } | undefined;
}

/** Which panels are open, and their sizes in pixels. */
export interface Panels {
  readonly left: boolean;
  readonly right: boolean;
  readonly drawer: boolean;
  readonly leftWidth: number;
  readonly rightWidth: number;
  readonly drawerHeight: number;
}

export type ViewStore = StoreApi<ViewState>;

/** The panels as they are before a person changes them. */
export const defaultPanels: Panels = {
  left: true,
  right: true,
  drawer: true,
  leftWidth: 224,
  rightWidth: 320,
  drawerHeight: 234,
};

/** Makes the store of what is seen. `remembered` comes from the settings of the machine. */
export function createViewStore(remembered: Partial<Pick<ViewState, 'panels' | 'theme' | 'mode'>> = {}): ViewStore {
  return createStore<ViewState>(() => ({
    screen: 'editor',
    mode: 'canvas',
    notation: 'yaml',
    selection: new Set(),
    instance: undefined,
    selectedEdge: undefined,
    drag: new Map(),
    connectingFrom: undefined,
    call: undefined,
    modelsFrom: 'editor',
    modelsProvider: undefined,
    drawerTab: 'output',
    follow: undefined,
    outputLook: undefined,
    eventSearch: { kinds: [], status: undefined, text: '', onlySelected: false, newestFirst: false },
    logSearch: { exitCode: undefined, text: '', onlySelected: false },
    inspectorTab: 'task',
    leftTab: 'tasks',
    wholeTab: 'settings',
    dialog: undefined,
    compareWith: undefined,
    panels: defaultPanels,
    theme: 'system',
    reveal: undefined,
    revealText: undefined,
    ...remembered,
  }));
}

/** Opens the dialog that has a model draft, and shows what is there already that fits a sentence. */
export function askForDraft(view: ViewStore, sentence = ''): void {
  view.setState({ dialog: { name: 'draft', sentence } });
}

/** Asks which address to open; `address` is one that was offered. */
export function askForAddress(view: ViewStore, address = ''): void {
  view.setState({ dialog: { name: 'open-url', address } });
}

/** Shows what a call was told; without one, the newest. */
export function openCall(view: ViewStore, call?: JournalPath): void {
  view.setState({ screen: 'context', call });
}

/** Shows what is known of models, and the providers with their keys; of one provider, if it is named. */
export function openModels(view: ViewStore, provider?: string): void {
  view.setState(({ screen, modelsFrom, modelsProvider }) => ({
    screen: 'models',
    modelsFrom: screen === 'models' ? modelsFrom : screen,
    modelsProvider: provider ?? modelsProvider,
  }));
}

/** Opens the drawer at a tab of it. */
export function openDrawer(view: ViewStore, drawerTab: DrawerTab): void {
  view.setState(({ panels }) => ({ screen: 'editor', drawerTab, panels: { ...panels, drawer: true } }));
}

/** Selects exactly these tasks. */
export function select(view: ViewStore, ids: Iterable<string>): void {
  view.setState({ selection: new Set(ids), selectedEdge: undefined });
}

/** Selects a task and brings it into view, e.g. from the list of problems. */
export function jumpTo(view: ViewStore, id: string): void {
  view.setState({ screen: 'editor', selection: new Set([id]), selectedEdge: undefined, reveal: { ids: [id] } });
}

/** The one selected task, or undefined if none or several are. */
export function selectedTask({ selection }: ViewState): string | undefined {
  const [first, ...more] = selection;
  return more.length === 0 ? first : undefined;
}
