import type { EventStatus } from '@/run/event-query';
import type { RunEventKind } from '@/run/events';
import type { IterationQuery } from '@/run/iteration-log';

/**
 * What the Output tab of the drawer shows of a task: its output, its rounds by tasks, its iterations, or the steps of a
 * pipeline.
 */
export type OutputLook = 'result' | 'rounds' | 'iterations' | 'steps';

/** Filter and order of the Events tab of the drawer. */
export interface EventSearch {
  /** Empty: all. */
  readonly kinds: readonly RunEventKind[];
  readonly status: EventStatus | undefined;
  readonly text: string;
  /** Only events of the selected task and of tasks inside it. */
  readonly onlySelected: boolean;
  readonly newestFirst: boolean;
}

/** Filter of the Logs tab of the drawer. */
export interface LogSearch {
  /** Undefined: any. */
  readonly exitCode: IterationQuery['exitCode'];
  readonly text: string;
  readonly onlySelected: boolean;
}

/** How a person looks at a run in the drawer. */
export interface DrawerSearch {
  /** The last choice; if undefined or unavailable for a task, the default for the task. */
  readonly outputLook: OutputLook | undefined;
  readonly eventSearch: EventSearch;
  readonly logSearch: LogSearch;
}

/** Nothing is chosen, and all events and iterations are shown. */
export const firstSearch: DrawerSearch = {
  outputLook: undefined,
  eventSearch: { kinds: [], status: undefined, text: '', onlySelected: false, newestFirst: false },
  logSearch: { exitCode: undefined, text: '', onlySelected: false },
};

/** Only how a person looks at a run. */
export function selectSearch({ outputLook, eventSearch, logSearch }: DrawerSearch): DrawerSearch {
  return { outputLook, eventSearch, logSearch };
}
