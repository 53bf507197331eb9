import type { Files } from '@/engine/ports/files';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { Notation } from '@/formats/notation';
import type { RunHostOptions } from '@/host/host-options';
import type { Plan } from '@/plan/plan';
import type { SecretGrant, SecretUse } from '@/plan/secrets/secret-grant';
import type { Execution } from '@/run/runner';
import type { RemoteRuns } from '@/storage/remote-runs';
import type { RemoteText } from '@/storage/remote-text';
import type { RunJournal } from '@/storage/run-journal';
import type { RunLocks } from '@/storage/run-locks';
import type { RunStores } from '@/storage/stores';
import type { FileRepository } from '@/workflow/file-repository';
import type { TokenStore } from './access/access-token';
import type { RunMachines } from './machines/run-machines';
import type { ServeLimits } from './serve-limits';
import type { ServeLog } from './serve-log';

/** What a server keeps: its runs, who runs them, and the files of each run under the id of the run. */
export interface ServeStores extends RunStores {
  readonly locks: RunLocks;
  readonly files: FileRepository;
  /** What other processes do with the runs that this one may be asked for. Left out: it looks every second. */
  readonly news?: RemoteRuns;
  /** The text that streams from models at other processes. Left out: only that of this one is seen. */
  readonly text?: RemoteText;
  /** Where runs were started from, for a store that the command line shares. Left out: it is not kept. */
  readonly sources?: RunJournal['sources'];
}

/** Port: which secrets the served workflows may send where. */
export interface ServedSecrets {
  /** What is allowed; `scope`: the file of the workflow, left out: all workflows. Error `DAMAGED_RECORD`. */
  list(): Promise<readonly (SecretUse & Pick<Partial<SecretGrant>, 'scope' | 'at'>)[]>;
  allow(file: string, use: SecretUse): Promise<void>;
  /** False: it was not allowed for that file. */
  revoke(file: string, use: SecretUse): Promise<boolean>;
}

/** A workflow that is served. */
export interface ServedWorkflow {
  /** Its path in the folder, such as `team/review.yaml`. */
  readonly name: string;
  readonly notation: Notation;
  /** As it is stored. */
  readonly text: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** Port: the workflows that a server serves. */
export interface ServedWorkflows {
  /** By name, in order. */
  list(): Promise<readonly ServedWorkflow[]>;
  /** By its name, or its name without ending. Undefined: there is none, or it is not within what is served. */
  read(name: string): Promise<ServedWorkflow | undefined>;
  /** Where a workflow is on this machine, for the record of its runs; undefined: nowhere. */
  placeOf?(name: string): { readonly file: string; readonly folder: string };
}

/** What the runs of a server share, without what the server provides itself. */
export type ServedWorld = Omit<RunHostOptions, 'stores' | 'locks' | 'listener' | 'person' | 'files'> & {
  /** The files of a workflow, for its runs. What a run is given, and what it writes, lie over these. */
  readonly filesOf: (workflow: string) => Files;
  /** Runs scripts that reach nothing of this machine, so that another may run them too; left out: none are so. */
  readonly sandbox?: ScriptRunner | undefined;
  /** Whether runs write into the files of their workflow. Otherwise each keeps what it writes for itself. */
  readonly writesThrough: boolean;
};

/** Everything that a server is made of. */
export interface ServeOptions {
  readonly version: string;
  readonly stores: ServeStores;
  readonly workflows: ServedWorkflows;
  readonly tokens: TokenStore;
  readonly world: ServedWorld;
  /** Ids of providers that models may name, besides the built-in ones. */
  readonly known: readonly string[];
  /**
   * Why a plan may not run on this server; undefined: it may. `file`: that of the workflow which it is of; undefined:
   * it
   * is of none that is served.
   */
  readonly refusalOf: (plan: Plan, file?: string) => Promise<string | undefined> | string | undefined;
  /** What served workflows may send where, for the owner of the server to change; left out: nobody can. */
  readonly secrets?: ServedSecrets | undefined;
  /** The machines with which this one shares its runs; left out: it has all to itself. */
  readonly machines?: RunMachines | undefined;
  readonly limits: ServeLimits;
  readonly log: ServeLog;
  /** The folder of the built page; undefined: no page is served. */
  readonly pageFolder: string | undefined;
  /** Origins whose pages may use the API, such as `https://flows.example.org`. */
  readonly origins: readonly string[];
  /** Host names by which the server may be called; undefined: any. */
  readonly hostNames: readonly string[] | undefined;
  /** Whether somebody without a token gets in as long as none was ever made. */
  readonly isOpen: boolean;
}

/** A run with what is known of it without its plan. */
export type ServedRun = Omit<Execution, 'plan'>;
