import type { BlobStore } from '@/engine/ports/blob-store';
import type { CallIndex } from '@/engine/ports/call-index';
import type { EventStore } from '@/engine/ports/event-store';
import type { RunSnapshotStore } from '@/engine/ports/run-snapshot-store';
import type { AnnotationChange } from '@/run/annotations';
import type { IterationLog, IterationPage, IterationQuery } from '@/run/iteration-log';
import type { Execution, ExecutionHead } from '@/run/runner';
import type { FileRepository } from '@/workflow/file-repository';
import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import type { WorkflowRepository } from '@/workflow/repository';

/**
 * Port: the head record of each run. Status, totals and `lastSeq` follow from the events, and `EventStore.append`
 * updates them in the same transaction.
 */
export interface ExecutionStore {
  /**
   * Stores a new run with its plan, flushed to disk. Errors: `STORAGE_FULL`, `STORAGE_FAILED`, `INTERNAL` if the id is
   * taken.
   */
  create(execution: Execution): Promise<void>;
  get(id: string): Promise<Execution | undefined>;
  /**
   * Runs of a workflow, newest first; of runs that started at the same time, the one with the greater id counts as
   * newer. Damaged records are left out, so that they do not hide the others. No plan is read.
   */
  list(workflowId: string): Promise<readonly ExecutionHead[]>;
  /** Runs that are `running` or `waiting`, oldest first; left out are damaged ones, and those of before 0.2.0. */
  unfinished(): Promise<readonly Execution[]>;
  /** All runs, newest first, some at a time; damaged ones left out. No plan is read. */
  heads(): AsyncIterable<readonly ExecutionHead[]>;
  /** Changes what a person wrote about a run. Error `VALIDATION_ERROR` if the run does not exist. */
  annotate(id: string, change: AnnotationChange): Promise<void>;
  /** Removes a run with its events and payloads. */
  remove(id: string): Promise<void>;
}

/** Port: iterations of runs. `EventStore.append` stores them with their events, and they are removed with their run. */
export interface IterationStore {
  find(executionId: string, query: IterationQuery): Promise<IterationPage>;
  /** One iteration, by its id. */
  get(id: string): Promise<IterationLog | undefined>;
  /** Removes the iterations of a run, but not the run; resolves to how many there were. */
  remove(executionId: string): Promise<number>;
}

/** Data that is stored for a run that does not exist. */
export interface Orphan {
  readonly executionId: string;
  readonly bytes: number;
}

/** What crashes left behind of one run. */
export interface Remains extends Orphan {
  /** Payloads that were never finished, if the run itself exists; left out: it does not. */
  readonly uploads?: readonly string[];
}

export function buildOrphan({ executionId, bytes }: Remains): Orphan {
  return { executionId, bytes };
}

/** Port: the storage that runs take. */
export interface RunUpkeep {
  /** Approximate bytes of each run: its events, payloads and snapshots as stored. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /** Data that crashes left behind. */
  orphans(): Promise<readonly Orphan[]>;
  /** Removes what {@link RunUpkeep.orphans} lists; resolves to what was removed. */
  removeOrphans(): Promise<readonly Orphan[]>;
}

/** Port: small values by name. Values are JSON. */
export interface SettingsStore {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Encrypted data: AES-GCM ciphertext with its tag, and the initialisation vector it was made with. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** How the encryption key is derived from a passphrase, with a sealed value that detects a wrong passphrase. */
export interface Vault {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly verifier: Sealed;
}

/** Port: encrypted API keys. What is stored here is useless without the passphrase, which is stored nowhere. */
export interface SecretStore {
  vault(): Promise<Vault | undefined>;
  /** Sealed keys by provider. */
  all(): Promise<ReadonlyMap<string, Sealed>>;
  /** Stores a key together with the vault it was sealed with. */
  put(vault: Vault, provider: string, key: Sealed): Promise<void>;
  /** Removes a key; with the last key the vault is removed too, so that another passphrase can be chosen. */
  remove(provider: string): Promise<void>;
}

/** The bytes of a payload, page by page. Error while it is read: `DAMAGED_RECORD`. */
type PayloadPages = AsyncIterable<Uint8Array>;

/** Payloads, of which several can be opened at once. */
export interface StoredPayloads extends BlobStore {
  /**
   * Payloads of a run by their hashes, as `stream` gives each, but with one access to the storage. What is not stored
   * is left out. Each may be in memory as it is stored, so callers ask for a few.
   */
  streams(executionId: string, hashes: readonly string[]): Promise<ReadonlyMap<string, PayloadPages>>;
}

/** The stores of runs. */
export interface RunStores {
  readonly executions: ExecutionStore;
  readonly events: EventStore;
  readonly blobs: StoredPayloads;
  readonly checkpoints: RunSnapshotStore;
  readonly iterations: IterationStore;
  readonly upkeep: RunUpkeep;
  readonly calls: CallIndex;
}

/** All stores, whatever keeps them. */
export interface Stores extends RunStores {
  readonly workflows: WorkflowRepository;
  readonly files: FileRepository;
  readonly definitions: DefinitionRepository;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
}
