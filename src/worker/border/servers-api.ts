import type { Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { ListedStatus } from '@/run/listed-status';
import type { RunTotals } from '@/run/run-state';
import type { ForkAtServer } from '@/run/runner';

/** A server of runs (`heddle serve`) that the person connected the page to. */
export interface RunServer {
  readonly id: string;
  readonly name: string;
  /** Without a path, such as `https://flows.example.org`. */
  readonly address: string;
  /** Whether there is a token for it; undefined: none. */
  readonly token: 'in_memory' | 'locked' | 'unlocked' | undefined;
  /** Set if it serves this page, so that it was found and not entered. */
  readonly isOwn?: true;
}

/** What a token may do at a server. */
export type ServerScope = 'read' | 'run' | 'admin';

/** What a server answered when it was tried. */
export type ServerTest =
  | { readonly ok: true; readonly version: string; readonly scopes: readonly ServerScope[] }
  | { readonly ok: false; readonly failure: Failure };

/** A run in the list of a server. */
export interface ServerRun {
  readonly id: string;
  readonly workflow: string;
  readonly name: string;
  readonly status: ListedStatus;
  readonly startedAt: string;
  readonly lastSeq: number;
  readonly totals: Pick<RunTotals, 'calls' | 'costUsd'>;
}

/** A workflow that a server serves. */
export interface ServedWorkflowEntry {
  /** Its file, such as `mail/review.yaml`. */
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  /** Whether the server can run it. */
  readonly runnable: boolean;
}

/**
 * How a run at a server is followed: `live`: its events come in. `away`: the server does not answer, and is asked again
 * by itself. `refused`: it wants another token. `unowned`: nobody runs it there. `gone`: it is no longer there.
 */
export type FollowingState = 'live' | 'away' | 'refused' | 'unowned' | 'gone';

/** Where a run of the page runs that is not run here. */
export interface RunPlace {
  readonly server: Pick<RunServer, 'id' | 'name'>;
  /** Undefined: it has ended, or another tab follows it. */
  readonly state: FollowingState | undefined;
  /** Why it is away or refused. */
  readonly failure?: Failure | undefined;
}

/**
 * Servers of runs. A run that runs at one is followed: its events are stored here as they come, so that it is looked
 * at, compared and forked like every other, also while the server is away. Errors of what asks a server:
 * `PROVIDER_ERROR` (it does not answer, or refuses the page or the token), `VALIDATION_ERROR` (it refuses what was
 * asked).
 */
export interface ServersApi {
  list(): Promise<readonly RunServer[]>;
  /**
   * Adds a server, or replaces the one with its id. Resolves to its id. A token is kept like a key: in memory, or
   * encrypted with the passphrase; left out: the one that there is stays. Error `VALIDATION_ERROR`: this is no address.
   */
  save(
    server: { readonly id?: string; readonly name: string; readonly address: string },
    token?: string,
    passphrase?: string,
  ): Promise<string>;
  /** Removes a server and its token. Its runs stay, as far as they are stored here. */
  remove(server: string): Promise<void>;
  /** Asks a server who it is, with the token that there is, or another one. Failures are results. */
  test(server: { readonly id?: string; readonly address: string }, token?: string): Promise<ServerTest>;
  /**
   * Starts a run of a workflow, as it is saved, or of a part of it, at a server, and follows it. `inputs`: what it
   * is given; left out: what the workflow says. Resolves to its id.
   */
  start(server: string, workflowId: string, targets?: RunTargets, inputs?: JsonObject): Promise<string>;
  /**
   * Starts a fork of a run at a server, and follows it. The runs that it takes from are sent before, as far as they are
   * not there. Resolves to its id.
   */
  fork(server: string, workflowId: string, wish: ForkAtServer): Promise<string>;
  /** Runs of a server, newest first. `next`: the run after which more come; null: these are all. */
  runs(server: string, after?: string): Promise<{ readonly runs: readonly ServerRun[]; readonly next: string | null }>;
  /** The workflows that a server serves, by name. */
  workflows(server: string): Promise<readonly ServedWorkflowEntry[]>;
  /** The text of a workflow that a server serves, as the bytes of its file. */
  workflowText(server: string, name: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Follows a run of a server as one of a workflow. Resolves once its first events are stored. */
  follow(server: string, executionId: string, workflowId: string): Promise<void>;
  /** Where a run runs; undefined: here. */
  placeOf(executionId: string): Promise<RunPlace | undefined>;
  /**
   * Makes a run of a server one of this page: it is paused there, and everything of it is here. It is not followed from
   * then on. Error `VALIDATION_ERROR`: the server is away, so that nobody knows what it does.
   */
  takeHere(executionId: string): Promise<void>;
  /**
   * Sends a run to a server, which goes on with it if it has not ended. Here it stays as it is, paused. Resolves to the
   * id of the run there, which is followed.
   */
  send(server: string, executionId: string): Promise<string>;
  /** Asks the servers that are away again, now. */
  tryNow(): Promise<void>;
}
