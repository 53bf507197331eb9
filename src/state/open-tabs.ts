import type { StoreApi } from 'zustand/vanilla';
import type { RunMark } from '@/run/line/run-mark';
import type { DrawerSearch } from './drawer-search';
import type { DrawerTab, InspectorTab, LeftTab } from './view-store';

/** What is kept of the view of a workflow while another one is shown. Its undo history is stored with its text. */
export interface KeptView extends DrawerSearch {
  readonly selection: readonly string[];
  readonly root: string | undefined;
  readonly drawerTab: DrawerTab;
  readonly inspectorTab: InspectorTab;
  readonly leftTab: LeftTab;
  /** As React Flow has it; undefined: the canvas was not shown. */
  readonly viewport: { readonly x: number; readonly y: number; readonly zoom: number } | undefined;
}

/** A workflow that is open in this page. Only one is loaded: of the others no more than this is kept. */
export interface WorkflowTab {
  readonly id: string;
  readonly name: string;
  readonly kept: KeptView | undefined;
}

/** The open workflows. */
export interface OpenTabsState {
  /** In their order. That of the document store is the shown one. */
  readonly tabs: readonly WorkflowTab[];
  /** How the newest run of each workflow is, as far as it is known. */
  readonly marks: ReadonlyMap<string, RunMark>;
}

/** Actions on the open workflows. What cannot be done is shown to the person. */
export interface OpenTabsActions {
  show(id: string): Promise<void>;
  /** Shows the next or the previous tab, from the last the first. */
  step(by: 1 | -1): Promise<void>;
  /** Closes a tab; the workflow stays stored, and a run of it goes on. Without an id the shown one. */
  close(id?: string): Promise<void>;
  /** Opens a blank workflow in a tab of its own. */
  add(): Promise<void>;
  /** Moves a tab to a place among the others. */
  move(id: string, to: number): void;
  /** Moves the shown tab one place. */
  shift(by: 1 | -1): void;
  /** Takes a workflow that was deleted out of the tabs. */
  forget(id: string): void;
  /** What was kept of the view of a workflow, until it is shown. */
  kept(id: string): KeptView | undefined;
  /** The view of the shown workflow is as it was kept. */
  arrived(): void;
}

export type OpenTabs = StoreApi<OpenTabsState> & { readonly actions: OpenTabsActions };
