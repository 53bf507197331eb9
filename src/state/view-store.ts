import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrokenFile, Imported } from '@/formats/import-file';
import type { PlannedSecret } from '@/plan/secrets/secret-uses';
import type { Payload } from '@/run/event-data';
import type { JournalPath } from '@/run/journal-path';
import type { EditedThing } from '@/run/run-edit';
import type { LostUse } from '@/workflow/commands/places/keep-uses';
import type { Point } from '@/workflow/document';
import { functionOf, functionPath } from '@/workflow/function-path';
import type { SavedVersion } from '@/workflow/library/saved-definition';
import { isNoteKey, type NoteKey } from '@/workflow/notes';
import type { TaskPath } from '@/workflow/task-path';
import { type DrawerSearch, firstSearch } from './drawer-search';

/** What the centre shows. */
export type CentreMode = 'canvas' | 'code' | 'both';
/** How the code is shown. */
export type CodeNotation = 'yaml' | 'xml';
/** Tabs of the drawer, in order. */
export const drawerTabs = ['timeline', 'output', 'logs', 'context', 'events', 'metrics'] as const;
export type DrawerTab = (typeof drawerTabs)[number];
/** Tabs of the left panel. */
export type LeftTab = 'tasks' | 'library' | 'files' | 'runs';
export type InspectorTab = 'task' | 'output';
/**
 * The screen that is shown, with what it shows. All except `start` belong to the open workflow; `models` also works
 * without one.
 */
export type Screen =
  | { readonly at: 'start' | 'editor' | 'plan' | 'tools' }
  /** `with`: the other side; left out: the draft of a model, else the newest checkpoint. */
  | { readonly at: 'compare'; readonly with?: CompareBase | undefined }
  /** `runs`: left out: the newest and what it was forked from, or the one before. */
  | { readonly at: 'compare-runs'; readonly runs?: ComparedRuns | undefined }
  /** `call`: whose prompt is shown; left out: the newest. */
  | { readonly at: 'context'; readonly call?: JournalPath | undefined }
  /** `provider`: its id; left out: the first relevant one. `back`: the screen to return to. */
  | { readonly at: 'models'; readonly provider?: string | undefined; readonly back: EarlierScreen };
/** A screen that another one can lead back to. */
export type EarlierScreen = Exclude<Screen, { readonly at: 'models' }>;
/** What a screen is called, without what it shows. */
export type ScreenName = Screen['at'];
/** A dialog with its subject; only one is open at a time. */
export type AppDialog =
  | {
      readonly name:
        | 'command-menu'
        | 'shortcuts'
        | 'settings'
        | 'problems'
        | 'export'
        | 'export-tasks'
        | 'changed-workflow'
        | 'clean-up'
        | 'gallery'
        | 'folder'
        | 'file-conflict';
    }
  /** `address`: the initial value. */
  | { readonly name: 'open-url'; readonly address?: string }
  | { readonly name: 'broken-file'; readonly file: BrokenFile }
  /** `sentence`: the initial value; left out: that of the last draft. */
  | { readonly name: 'draft'; readonly sentence?: string }
  /** `revision`: that of a checkpoint. */
  | { readonly name: 'name-checkpoint'; readonly revision: number }
  | { readonly name: 'delete-run' | 'annotate-run'; readonly executionId: string }
  /** `text`: the initial words; left out: those of the last search, with its results. */
  | { readonly name: 'search-runs'; readonly text?: string | undefined }
  | { readonly name: 'what-if'; readonly subject: WhatIf }
  /** What a move could not keep. `mark`: that of its step of the history, which the fixes join. */
  | { readonly name: 'lost-uses'; readonly lost: readonly LostUse[]; readonly mark: string }
  | { readonly name: 'write'; readonly text: WrittenText }
  | { readonly name: 'allow-secrets'; readonly question: SecretQuestion }
  /** `definition`: its name in the workflow; `saved`: what it is to become. */
  | { readonly name: 'update-definition'; readonly definition: string; readonly saved: SavedVersion };
export type Theme = 'light' | 'dark' | 'system';
/** Secrets that a workflow would send for the first time. */
export interface SecretQuestion {
  readonly workflowId: string;
  readonly uses: readonly PlannedSecret[];
}
/** The other side of the comparison with the open workflow. */
export type CompareBase =
  | { readonly kind: 'checkpoint'; readonly revision: number }
  | { readonly kind: 'file'; readonly file: Imported }
  /** A workflow that a model drafted, for the person to accept or reject: it is the later side of the comparison. */
  | { readonly kind: 'draft'; readonly draft: DraftedText };

/** A part of the shown run that a person writes otherwise: what it is, where, and what it was. */
export interface WhatIf {
  readonly path: JournalPath;
  readonly of: EditedThing;
  /** Of a prompt: its messages as JSON. */
  readonly payload: Payload;
  /** The text can be taken as it is: it is an earlier round that is to end its loop. */
  readonly isWhole?: true;
}

/** How a text is written: decides its colours, its completions, and what is shown beside it. */
export type WritingLanguage = 'template' | 'expression' | 'schema' | 'json' | 'bash' | 'javascript' | 'plain';

/** A text that is open in the large editor. */
export interface WrittenText {
  /** The task that it belongs to, at any depth; undefined: the settings of the workflow. */
  readonly taskPath: string | undefined;
  /** Keys that lead to it in the model: `['description']`. */
  readonly path: readonly [string, ...string[]];
  readonly label: string;
  readonly language: WritingLanguage;
}

/**
 * The ids of two runs that are compared: what changed from the first to the second. `first` may be {@link planSide}.
 */
export interface ComparedRuns {
  readonly first: string;
  readonly second: string;
}

/** In place of a run: the plan of the workflow as it is now. */
export const planSide = 'plan';

/** A workflow that a model wrote for a sentence. */
export interface DraftedText {
  readonly sentence: string;
  /** As YAML. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/** A server at which runs start, as the person calls it. */
export interface RunsAt {
  readonly id: string;
  readonly name: string;
}

/**
 * View and selection: not part of the document, and not undoable. `panels`, `theme`, `ownKeys` and `runsAt` are
 * remembered on this machine; the rest is lost with the page.
 */
export interface ViewState extends DrawerSearch {
  readonly screen: Screen;
  readonly mode: CentreMode;
  readonly notation: CodeNotation;
  /** Paths of the selected tasks, and keys of the selected notes. */
  readonly selection: ReadonlySet<string>;
  /** Journal path of the instance shown for a task that ran several times; see `run/projections/instance-at.ts`. */
  readonly instance: JournalPath | undefined;
  /** The selected edge, if any. */
  readonly selectedEdge: { readonly from: string; readonly to: string; readonly port?: string | undefined } | undefined;
  /** Positions of the tasks and notes that are being dragged; empty otherwise. */
  readonly drag: ReadonlyMap<string, Point>;
  /** The key of the sticky note whose text is being written, if any. */
  readonly writtenNote: NoteKey | undefined;
  /** The container that the canvas is opened at, in full; undefined: the whole workflow. */
  readonly root: string | undefined;
  /** From where functions were opened on the canvas, the latest last: leaving one leads back there. */
  readonly openedFrom: readonly OpenedFrom[];
  /**
   * The call whose run the canvas of a function shows, by the name of the function: its task path in the run. See
   * `run-path.ts`.
   */
  readonly callsShown: ReadonlyMap<string, TaskPath>;
  /** Moving by keyboard (M, arrows, Enter): the tasks that are moved. */
  readonly moving: readonly string[] | undefined;
  /** Connecting by keyboard (C, arrows, Enter): the task where the edge starts. */
  readonly connectingFrom: string | undefined;
  readonly drawerTab: DrawerTab;
  /** Whether the lists of this run stay at the newest entry; applies only to the run with this id. */
  readonly follow: { readonly executionId: string; readonly on: boolean } | undefined;
  readonly inspectorTab: InspectorTab;
  readonly leftTab: LeftTab;
  /** Set while the left panel is the search in the workflow: a new object for each request, which takes the focus. */
  readonly findAsked: object | undefined;
  /** What the inspector shows while no task is selected. */
  readonly wholeTab: 'settings' | 'run';
  readonly dialog: AppDialog | undefined;
  /** The path of the file that the open workflow follows, if any. */
  readonly savedIn: string | undefined;
  /** What a model drafted in place of the open workflow, until the person uses or discards it. */
  readonly draft: DraftedText | undefined;
  readonly panels: Panels;
  readonly theme: Theme;
  readonly ownKeys: OwnKeys;
  /** Where runs and forks start; left out: in this browser. */
  readonly runsAt?: RunsAt | undefined;
  /** Asks the canvas to bring these tasks into view; a new object for each request. Empty = fit all. */
  readonly reveal: { readonly ids: readonly string[] } | undefined;
  /** Asks the canvas to show exactly this part, as it was left. */
  readonly viewport: { readonly x: number; readonly y: number; readonly zoom: number } | undefined;
  /** Asks the code editor to put its cursor at this offset; a new object for each request. */
  readonly revealText: { readonly at: number } | undefined;
}

/** From where a function was opened. */
export interface OpenedFrom {
  /** The path of the function. */
  readonly root: string;
  /** The {@link ViewState.root} before, and what was selected there. */
  readonly from: string | undefined;
  readonly selection: readonly string[];
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

/**
 * Keys that a person chose, by the id of the action, in the notation of `formatKeys`; an empty list: none. An action
 * that is not named has the keys of its definition.
 */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

export type ViewStore = StoreApi<ViewState>;

/** The panels before a person changes them. */
export const defaultPanels: Panels = {
  left: true,
  right: true,
  drawer: true,
  leftWidth: 224,
  rightWidth: 320,
  drawerHeight: 234,
};

/** Makes the view store. `remembered` comes from the settings of this machine. */
export function createViewStore(
  remembered: Partial<Pick<ViewState, 'panels' | 'theme' | 'mode' | 'ownKeys' | 'runsAt'>> = {},
): ViewStore {
  return createStore<ViewState>(() => ({
    screen: { at: 'editor' },
    mode: 'canvas',
    notation: 'yaml',
    selection: new Set(),
    instance: undefined,
    selectedEdge: undefined,
    drag: new Map(),
    writtenNote: undefined,
    root: undefined,
    openedFrom: [],
    callsShown: new Map(),
    moving: undefined,
    connectingFrom: undefined,
    drawerTab: 'output',
    follow: undefined,
    ...firstSearch,
    inspectorTab: 'task',
    leftTab: 'tasks',
    findAsked: undefined,
    wholeTab: 'settings',
    dialog: undefined,
    savedIn: undefined,
    draft: undefined,
    panels: defaultPanels,
    theme: 'system',
    ownKeys: {},
    reveal: undefined,
    viewport: undefined,
    revealText: undefined,
    ...remembered,
  }));
}

/** Opens the search in the workflow, in place of the left panel. */
export function openFind(view: ViewStore): void {
  view.setState(({ panels }) => ({ findAsked: {}, panels: { ...panels, left: true } }));
}

/** Shows what the left panel had before the search. */
export function closeFind(view: ViewStore): void {
  view.setState({ findAsked: undefined });
}

/** Opens the drawer at one of its tabs. */
export function openDrawer(view: ViewStore, drawerTab: DrawerTab): void {
  view.setState(({ panels }) => ({ screen: { at: 'editor' }, drawerTab, panels: { ...panels, drawer: true } }));
}

/** Selects exactly these tasks. */
export function select(view: ViewStore, ids: Iterable<string>): void {
  view.setState({ selection: new Set(ids), selectedEdge: undefined });
}

/** Most steps back that are remembered. */
const mostSteps = 50;

/** {@link ViewState.openedFrom} for a canvas that next shows a path, if that leads into a function. */
export function openedFromHere({ root: from, selection, openedFrom }: ViewState, to: string): ViewState['openedFrom'] {
  const name = functionOf(to);
  if (name === undefined || name === functionOf(from ?? '')) return openedFrom;
  return [...openedFrom.slice(1 - mostSteps), { root: functionPath(name), from, selection: [...selection] }];
}

/** Opens the canvas at a container, or at the whole workflow. What was left is selected there. */
export function openRoot(view: ViewStore, root: string | undefined): void {
  view.setState((state) => {
    const { root: left } = state;
    const isUp = left !== undefined && (root === undefined || left.startsWith(`${root}/`));
    const openedFrom = openedFromHere(state, root ?? '');
    return { root, openedFrom, selection: new Set(isUp ? [left] : []), selectedEdge: undefined };
  });
}

/** Selects a task and brings it into view, e.g. from the list of problems. */
export function jumpTo(view: ViewStore, id: string): void {
  view.setState((state) => ({
    screen: { at: 'editor' },
    selection: new Set([id]),
    selectedEdge: undefined,
    reveal: { ids: [id] },
    openedFrom: openedFromHere(state, id),
  }));
}

/** How many tasks are selected, without notes. */
export function tasksSelected({ selection }: Pick<ViewState, 'selection'>): number {
  // Every action asks, of a selection that may be the whole workflow.
  const known = taskCounts.get(selection);
  if (known !== undefined) return known;
  let count = 0;
  for (const key of selection) if (!isNoteKey(key)) count += 1;
  taskCounts.set(selection, count);
  return count;
}
const taskCounts = new WeakMap<ReadonlySet<string>, number>();

/** The selected task; undefined if none, several or a note are selected. */
export function selectedTask({ selection }: ViewState): string | undefined {
  const [first] = selection;
  return first === undefined || selection.size > 1 || isNoteKey(first) ? undefined : first;
}
