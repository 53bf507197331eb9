import type { TextEdit } from './change';

/** A workflow in a listing. Times are ISO 8601. */
export interface WorkflowSummary {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly taskCount: number;
}

/** A step of the saved edit history: enough to undo in the text, from which the document is parsed again. */
export interface SavedStep {
  readonly label: string;
  readonly mark: string;
  readonly edits: readonly TextEdit[];
}

/** Undo and redo steps, newest last. The caller that saves bounds their number. */
export interface SavedHistory {
  readonly past: readonly SavedStep[];
  readonly future: readonly SavedStep[];
}

/** A stored workflow. `revision` grows by one with each save. */
export interface StoredWorkflow extends WorkflowSummary {
  readonly revision: number;
  readonly text: string;
  readonly history: SavedHistory;
}

/** A saved state of a workflow with a name, kept until the name is removed. `savedAt` is ISO 8601. */
export interface DocumentCheckpoint {
  readonly revision: number;
  readonly name: string;
  readonly savedAt: string;
  /** Whether a {@link KeptImport} is kept with it. */
  readonly isImported?: true;
}

/** What is kept, with a saved state, of the file of another program that it was imported from. */
export interface KeptImport {
  /** Name of the file; empty if it had none. */
  readonly file: string;
  readonly format: string;
  /** What it is called in the file; empty if it has no name there. */
  readonly name: string;
  /** Version of the reader. */
  readonly reader: string;
  /** The report, as JSON. */
  readonly report: string;
  /** What was read, as JSON, without its keys. */
  readonly original: string;
}

/** A saved state that was imported, in a listing. `savedAt` is ISO 8601. */
export interface ImportedState extends Pick<KeptImport, 'file' | 'format' | 'name'> {
  readonly workflowId: string;
  readonly revision: number;
  readonly savedAt: string;
}

/** What is saved. `basedOn` is the revision that was loaded or last saved, 0 for a new workflow. */
export interface WorkflowSave {
  readonly id: string;
  readonly name: string;
  readonly taskCount: number;
  readonly text: string;
  readonly history: SavedHistory;
  readonly basedOn: number;
}

/**
 * Port: where workflows are stored. Implemented by storage (IndexedDB, memory). Errors: `STALE_SAVE` when `basedOn` is
 * not the stored revision (another tab saved), `STORAGE_FULL`, `STORAGE_FAILED`, `NEWER_VERSION`, `DAMAGED_RECORD`.
 */
export interface WorkflowRepository {
  list(): Promise<readonly WorkflowSummary[]>;
  load(id: string): Promise<StoredWorkflow | undefined>;
  /**
   * Resolves to the new revision once it is durable. Each save is also kept as a revision; older revisions are thinned
   * out.
   */
  save(save: WorkflowSave): Promise<number>;
  remove(id: string): Promise<void>;
  /** The named states of a workflow, newest first. Reads none of their texts. */
  checkpoints(id: string): Promise<readonly DocumentCheckpoint[]>;
  /** The text of a saved state; undefined if it is no longer stored. */
  textOf(id: string, revision: number): Promise<string | undefined>;
  /**
   * Names or renames a saved state, which is then kept; `undefined` removes the name, and the state may be thinned out
   * later. Only the newest state, or one that has a name, can be named. False if that state is no longer stored.
   */
  nameRevision(id: string, revision: number, name: string | undefined): Promise<boolean>;
  /** As `nameRevision`, and keeps with that state what it was imported from, for as long as it has a name. */
  keepImport(id: string, revision: number, name: string, kept: KeptImport): Promise<boolean>;
  /** What a saved state was imported from; undefined if nothing is kept of that. */
  importOf(id: string, revision: number): Promise<KeptImport | undefined>;
  /** The imported states of all workflows, newest first. Reads none of their files. */
  imports(): Promise<readonly ImportedState[]>;
}
