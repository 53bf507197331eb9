import type { BlobStore } from '@/engine/ports/blob-store';
import type { EventStore } from '@/engine/ports/event-store';
import type { RunSnapshotStore } from '@/engine/ports/run-snapshot-store';
import type { IterationLog, IterationPage, IterationQuery } from '@/run/iteration-log';
import type { Execution } from '@/run/runner';
import type { FileRepository } from '@/workflow/file-repository';
import type { WorkflowRepository } from '@/workflow/repository';

/**
 * Port: the head record of each run. Status, totals and `lastSeq` follow from the events, and are brought up to date by
 * `EventStore.append`, in the same transaction.
 */
export interface ExecutionStore {
  /**
   * Keeps a new run with its plan, flushed to disk. Errors: `STORAGE_FULL`, `STORAGE_FAILED`, `INTERNAL` if the id is
   * taken.
   */
  create(execution: Execution): Promise<void>;
  get(id: string): Promise<Execution | undefined>;
  /** Runs of a workflow, newest first. Damaged records are left out, so that they do not hide the others. */
  list(workflowId: string): Promise<readonly Execution[]>;
  /** Runs that are `running` or `waiting`, oldest first; damaged ones left out. */
  unfinished(): Promise<readonly Execution[]>;
  /** Removes a run with its events and payloads. */
  remove(id: string): Promise<void>;
}

/** Port: iterations of runs, kept with the events that tell of them (`EventStore.append`), and gone with their run. */
export interface IterationStore {
  find(executionId: string, query: IterationQuery): Promise<IterationPage>;
  /** By its id. */
  get(id: string): Promise<IterationLog | undefined>;
  /** Removes those of a run, which stays; resolves to how many there were. */
  remove(executionId: string): Promise<number>;
}

/** Something that is stored of a run that is not there. */
export interface Orphan {
  readonly executionId: string;
  readonly bytes: number;
}

/** Port: what runs take of the storage. */
export interface RunUpkeep {
  /** Bytes of each run, about: its events, payloads and snapshots, as they are stored. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /** What crashes have left. */
  orphans(): Promise<readonly Orphan[]>;
  /** Removes what {@link RunUpkeep.orphans} tells; resolves to what is gone. */
  removeOrphans(): Promise<readonly Orphan[]>;
}

/** Port: small values by name. Values are JSON. */
export interface SettingsStore {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
}

/** Something encrypted: AES-GCM ciphertext with its tag, and the initialisation vector it was made with. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** How the key of keys is made from a passphrase, and something sealed with it that tells a wrong passphrase. */
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
  /** Keeps a key and the vault it was sealed with, together. */
  put(vault: Vault, provider: string, key: Sealed): Promise<void>;
  /** Forgets a key; with the last one the vault goes too, so that another passphrase can be chosen. */
  remove(provider: string): Promise<void>;
}

/** What is stored of runs. */
export interface RunStores {
  readonly executions: ExecutionStore;
  readonly events: EventStore;
  readonly blobs: BlobStore;
  readonly checkpoints: RunSnapshotStore;
  readonly iterations: IterationStore;
  readonly upkeep: RunUpkeep;
}

/** Everything that is stored, whatever it is stored in. */
export interface Stores extends RunStores {
  readonly workflows: WorkflowRepository;
  readonly files: FileRepository;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
}
