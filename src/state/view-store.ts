import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrokenFile, ForeignFile, Imported } from '@/formats/import-file';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { PlannedSecret } from '@/plan/secrets/secret-uses';
import type { Payload } from '@/run/event-data';
import type { JournalPath } from '@/run/journal-path';
import type { EditedThing } from '@/run/run-edit';
import type { LostUse } from '@/workflow/commands/places/keep-uses';
import type { Point } from '@/workflow/document';
import type { SavedVersion } from '@/workflow/library/saved-definition';
import { isNoteKey, type NoteKey } from '@/workflow/notes';
import type { TaskPath } from '@/workflow/task-path';
import { type DrawerSearch, firstSearch } from './drawer-search';
import type { RunWish } from './run-wish';
import { createRequest, type Request } from './view/request';

/** What the centre shows. */
export type CentreMode = 'canvas' | 'code' | 'both';
/** How the code is shown. */
export type CodeNotation = 'yaml' | 'xml';
/** Tabs of the drawer, in order. */
export const drawerTabs = ['output', 'timeline', 'logs', 'context', 'events', 'metrics'] as const;
export type DrawerTab = (typeof drawerTabs)[number];
/** Tabs of the left panel. */
export type LeftTab = 'tasks' | 'library' | 'files' | 'runs' | 'tests';
/** Tabs of the inspector of a task, in order. */
export const inspectorTabs = ['task', 'context', 'output', 'history'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];
/**
 * The screen that is shown, with what it shows. All except `start` belong to the open workflow; `models` also works
 * without one.
 */
export type Screen =
  | { readonly at: 'start' | 'editor' | 'plan' }
  /** `isAdding`: begins with the form for another MCP server. */
  | { readonly at: 'tools'; readonly isAdding?: true }
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
  /** Files of other programs as workflows. `shown`: the place of the one that is shown; `opened`: of those opened. */
  | ({ readonly name: 'foreign-file'; readonly shown?: number; readonly opened?: readonly number[] } & ForeignFile)
  /** `sentence`: the initial value; left out: that of the last draft. */
  | { readonly name: 'draft'; readonly sentence?: string; readonly model?: string }
  /** `revision`: that of a checkpoint. */
  | { readonly name: 'name-checkpoint' | 'import-report'; readonly revision: number }
  | { readonly name: 'delete-run' | 'annotate-run' | 'share-run'; readonly executionId: string }
  /** A run that the page of a shared run gives to this one. */
  | { readonly name: 'receive-run'; readonly title: string; readonly file: File }
  /** A workflow that is in an address. `hash`: the address from its `#` on. */
  | { readonly name: 'workflow-link'; readonly hash: string }
  /** `text`: the initial words; left out: those of the last search, with its results. */
  | { readonly name: 'search-runs'; readonly text?: string | undefined }
  | { readonly name: 'what-if'; readonly subject: WhatIf }
  /** `missing`: ids of tasks whose outputs no run has, which a run of the targets reads. */
  | { readonly name: 'sample-inputs'; readonly targets: RunTargets; readonly missing: readonly string[] }
  /** What a move could not keep. `mark`: that of its step of the history, which the fixes join. */
  | { readonly name: 'lost-uses'; readonly lost: readonly LostUse[]; readonly mark: string }
  | { readonly name: 'write'; readonly text: WrittenText }
  /** `input`: the name of the input whose text is written. */
  | { readonly name: 'write-input'; readonly input: string }
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
 * View and selection: not part of the document, and not undoable. `preferences` but for the notation are remembered on
 * this machine; the rest is lost with the page. Only the actions in `view/` change it.
 */
export interface ViewState {
  readonly screen: Screen;
  readonly canvas: CanvasView;
  readonly shownRun: ShownRun;
  readonly drawer: Drawer;
  readonly sides: Sides;
  /** Lies over the screen, whichever that is. */
  readonly dialog: AppDialog | undefined;
  readonly preferences: Preferences;
  readonly workflow: OpenWorkflowView;
}

/** What the canvas shows, and what a person does on it. */
export interface CanvasView {
  /** The container that the canvas is opened at, in full; undefined: the whole workflow. */
  readonly root: string | undefined;
  /** From where functions were opened on the canvas, the latest last: leaving one leads back there. */
  readonly openedFrom: readonly OpenedFrom[];
  /** Paths of the selected tasks, and keys of the selected notes. */
  readonly selection: ReadonlySet<string>;
  /** The selected edge, if any. */
  readonly edge: SelectedEdge | undefined;
  /** The selected task, if it was just added and none of its fields was left: what it lacks is no problem yet. */
  readonly fresh?: string | undefined;
  /** It ends when another screen or another workflow is shown. */
  readonly gesture: Gesture;
}

/** An edge that is selected. */
export interface SelectedEdge {
  readonly from: string;
  readonly to: string;
  readonly port?: string | undefined;
}

/** What a person has begun on the canvas and not ended; one at a time. */
export type Gesture =
  | { readonly kind: 'none' }
  /** Tasks and notes are dragged, or glide to their places. `at`: where they are. */
  | { readonly kind: 'drag'; readonly at: ReadonlyMap<string, Point> }
  /** Tasks are moved by keyboard (M, arrows, Enter). */
  | { readonly kind: 'move'; readonly tasks: readonly string[] }
  /** A wire is drawn by keyboard (C, arrows, Enter) from a task. */
  | { readonly kind: 'connect'; readonly from: string }
  /** The text of a note is written. */
  | { readonly kind: 'write'; readonly note: NoteKey };

/** Which parts of the shown run a person looks at. */
export interface ShownRun {
  /** Journal path of the instance shown for a task that ran several times; see `run/projections/instance-at.ts`. */
  readonly instance: JournalPath | undefined;
  /**
   * The call whose run the canvas of a function shows, by the name of the function: its task path in the run. See
   * `run-path.ts`.
   */
  readonly callsShown: ReadonlyMap<string, TaskPath>;
  /** Whether the lists of this run stay at the newest entry; applies only to the run with this id. */
  readonly follow: { readonly executionId: string; readonly on: boolean } | undefined;
}

/** What the drawer shows. Whether it is open is a preference. */
export interface Drawer extends DrawerSearch {
  readonly tab: DrawerTab;
  /** Whether the questions of the run are shown in place of the tab, while there are any. */
  readonly showsQuestions: boolean;
}

/** What the panels at the sides show. Whether they are open is a preference. */
export interface Sides {
  readonly left: LeftTab;
  /** Whether the left panel is the search in the workflow. */
  readonly isFinding: boolean;
  /** Of the inspector, while a task is selected. */
  readonly inspector: InspectorTab;
  /** Of the inspector, while none is. */
  readonly whole: 'settings' | 'run';
}

/** How a person wants the page to be. */
export interface Preferences {
  readonly panels: Panels;
  readonly mode: CentreMode;
  readonly notation: CodeNotation;
  readonly theme: Theme;
  readonly ownKeys: OwnKeys;
  /** Where runs and forks start; undefined: in this browser. */
  readonly runsAt: RunsAt | undefined;
  readonly map: MapChoice;
  /** Whether the palette has all types in sight. */
  readonly hasAllTypes: boolean;
  /** How each kind of output is shown, where a person has chosen. */
  readonly outputViews: OutputViews;
}

/** What kind of text an output is. */
export type OutputKind = 'markdown' | 'json' | 'table' | 'verdict' | 'other';
/** How the text of an output is shown. */
export type ShownAs = 'text' | 'rendered' | 'json';
export type OutputViews = { readonly [K in OutputKind]?: ShownAs };

/** Whether the canvas has a map: by itself, only while a task is out of sight. */
export type MapChoice = 'by-itself' | 'on' | 'off';

/** What the page knows of the open workflow beside its document. */
export interface OpenWorkflowView {
  /** The path of the file that it follows, if any. */
  readonly savedIn: string | undefined;
  /** What a model drafted in its place, until the person uses or discards it. */
  readonly draft: DraftedText | undefined;
  /** The run that waits for the form of its inputs, which is shown in place of the inspector; undefined: none. */
  readonly inputsFor?: AskedInputs | undefined;
  /** The run that becomes a test, whose form is shown in place of the inspector; undefined: none. */
  readonly kept?: KeptAsTest | undefined;
}

/** The form that makes a test of a run. */
export interface KeptAsTest {
  readonly executionId: string;
  /** Whether the panel was closed before, and is closed again after. */
  readonly wasClosed: boolean;
}

/** The form for what a run is given. */
export interface AskedInputs {
  /** The run that it is filled in for. */
  readonly wish: RunWish;
  /** How often that was to be run although something was missing or wrong: each time the form says what. */
  readonly tries: number;
  /** Whether the panel was closed before, and is closed again after. */
  readonly wasClosed: boolean;
}

/** From where a function was opened. */
export interface OpenedFrom {
  /** The path of the function. */
  readonly root: string;
  /** The {@link CanvasView.root} before, and what was selected there. */
  readonly from: string | undefined;
  readonly selection: readonly string[];
}

/** Which panels are open, and their sizes in pixels. */
export interface Panels {
  readonly left: boolean;
  readonly right: boolean;
  readonly drawer: boolean;
  /** Whether the inspector was opened or closed before; else the first selection opens it. */
  readonly isRightSet?: boolean;
  /** Whether the drawer was opened or closed before; else the first run opens it. */
  readonly isDrawerSet?: boolean;
  /** Whether the open drawer covers nearly all of the canvas, whatever its height; left out: no. */
  readonly isDrawerLarge?: boolean;
  readonly leftWidth: number;
  readonly rightWidth: number;
  readonly drawerHeight: number;
}

/**
 * Keys that a person chose, by the id of the action, in the notation of `formatKeys`; an empty list: none. An action
 * that is not named has the keys of its definition.
 */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

/** What parts of the page are asked to do once. It is no state: who asks twice is served twice. */
export interface ViewRequests {
  /** Tasks and notes that the canvas brings into view; empty: everything. */
  readonly reveal: Request<readonly string[]>;
  /** The part of the canvas to show, as it was left. */
  readonly viewport: Request<Viewport>;
  /** The offset in the text at which the code editor puts its cursor. */
  readonly cursor: Request<number>;
  /** The search in the workflow takes the focus. */
  readonly find: Request<undefined>;
  /** The title of the selected task is written. */
  readonly title: Request<undefined>;
  /** The form of the shown question takes the focus; `fields`: only if it has a field. */
  readonly question: Request<'form' | 'fields'>;
}

/** As React Flow has it. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The view. It is changed by the actions in `view/`, and by nothing else. */
export interface ViewStore extends Pick<StoreApi<ViewState>, 'getState' | 'getInitialState' | 'subscribe'> {
  readonly requests: ViewRequests;
}

/** The panels before a person changes them: the canvas has what they do not need. */
export const defaultPanels: Panels = {
  left: true,
  right: false,
  drawer: false,
  leftWidth: 224,
  rightWidth: 372,
  drawerHeight: 234,
};

/** No gesture. */
export const noGesture: Gesture = { kind: 'none' };

/** The canvas of a workflow that was just opened. */
export const firstCanvas: CanvasView = {
  root: undefined,
  openedFrom: [],
  selection: new Set(),
  edge: undefined,
  gesture: noGesture,
};

/** A run at which nobody has looked yet. */
export const firstShownRun: ShownRun = { instance: undefined, callsShown: new Map(), follow: undefined };

/** Makes the view store. `remembered` comes from the settings of this machine. */
export function createViewStore(remembered: Partial<Omit<Preferences, 'notation'>> = {}): ViewStore {
  const {
    panels = defaultPanels,
    mode = 'canvas',
    theme = 'system',
    ownKeys = {},
    runsAt,
    map = 'by-itself',
    hasAllTypes = false,
    outputViews = {},
  } = remembered;
  const store = createStore<ViewState>(() => ({
    screen: { at: 'editor' },
    canvas: firstCanvas,
    shownRun: firstShownRun,
    drawer: { tab: 'output', showsQuestions: false, ...firstSearch },
    sides: { left: 'tasks', isFinding: false, inspector: 'task', whole: 'settings' },
    dialog: undefined,
    preferences: { panels, mode, notation: 'yaml', theme, ownKeys, runsAt, map, hasAllTypes, outputViews },
    workflow: { savedIn: undefined, draft: undefined },
  }));
  const requests: ViewRequests = {
    reveal: createRequest(),
    viewport: createRequest(),
    cursor: createRequest(),
    find: createRequest(),
    title: createRequest(),
    question: createRequest(),
  };
  return Object.assign(store, { requests });
}

/** How many tasks are selected, without notes. */
export function countSelectedTasks({ canvas: { selection } }: Pick<ViewState, 'canvas'>): number {
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
export function getSelectedTask({ canvas: { selection } }: Pick<ViewState, 'canvas'>): string | undefined {
  const [first] = selection;
  return first === undefined || selection.size > 1 || isNoteKey(first) ? undefined : first;
}
