import type { WorkflowDocument } from '../document';

/** A version of a saved definition. `savedAt` is ISO 8601. */
export interface SavedVersion {
  readonly name: string;
  /** From 1. */
  readonly version: number;
  readonly savedAt: string;
  /** A document without tasks: the definition, and all definitions, agents and tools that it uses. */
  readonly document: WorkflowDocument;
}

/** A saved definition in a listing. */
export interface SavedDefinition {
  readonly name: string;
  /** What it does, as its newest version says. */
  readonly description?: string | undefined;
  /** Newest first. */
  readonly versions: readonly Pick<SavedVersion, 'version' | 'savedAt'>[];
}

/**
 * Port: definitions that are kept across workflows, each with its versions. Implemented by storage (IndexedDB, memory)
 * and by the command line (a folder). Errors: `STORAGE_FULL`, `STORAGE_FAILED`, `DAMAGED_RECORD`.
 */
export interface DefinitionRepository {
  /** Sorted by name. */
  list(): Promise<readonly SavedDefinition[]>;
  /** A version, or the newest; undefined if there is none. */
  load(name: string, version?: number): Promise<SavedVersion | undefined>;
  /** Adds a version, and resolves to its number. If the newest one is the same, its number, and nothing is added. */
  save(name: string, document: WorkflowDocument): Promise<number>;
  /** Removes a definition with all its versions. */
  remove(name: string): Promise<void>;
}
