import type { RunHostOptions } from '@/host/host-options';
import type { LimitShare } from '@/providers/limits/limit-share';
import type { Runner } from '@/run/runner';
import type { Stores } from '@/storage/stores';
import type { ServersApi } from '../border/servers-api';
import type { HeldTexts } from '../keys/keys';
import type { MarkStore } from './followed-marks';

/** What the servers of a page depend on. */
export interface ServersOptions extends Pick<RunHostOptions, 'locks' | 'listener' | 'clock' | 'newId'> {
  readonly stores: Stores;
  readonly marks: MarkStore;
  /** Keeps tabs from writing over each other. */
  readonly alone: LimitShare['alone'];
  /** The tokens, by the id of their server. */
  readonly tokens: HeldTexts;
  /** The origin of the page. */
  readonly origin: string;
  readonly runner: Pick<Runner, 'pause'>;
  /** All keys and secrets in memory, which must not be sent with a run. */
  readonly secrets: () => readonly string[];
  readonly fetch: typeof fetch;
}

/** Servers of runs, and the runs that are followed there. */
export interface ServersHost
  extends ServersApi,
    Pick<Runner, 'cancel' | 'pause' | 'resume' | 'provideInput' | 'owner'> {
  /** Whether this tab follows a run. */
  isHere(executionId: string): boolean;
  /** Follows all runs that have not ended and that no other tab follows. */
  followUnfinished(): Promise<void>;
  /** Ends the following of a run, as another tab takes it. */
  leave(executionId: string): Promise<void>;
  /** Ends the following of runs for good. `remove` removes them; if it fails they are still at their servers. */
  forget(executionIds: readonly string[], remove?: () => Promise<void>): Promise<void>;
}
