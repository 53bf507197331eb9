import type { PlannedTask } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { HistoryCommands } from './history-commands';
import type { RangeEnd, TaskRange } from './task-range';

/** The history of a run, as tasks use it: what they left, and which parts are compacted. */
export interface RunHistories extends HistoryCommands {
  /** Whether messages that do not fit may be compacted. */
  readonly compacts: boolean;
  /** Registers where a task runs, even if it has run before. */
  place(task: PlannedTask, path: JournalPath, framePath: JournalPath): void;
  /**
   * Adds what an ended task left. Starts the compactions that are then due, except for those of an agent, which wait
   * for `prepare`. `order` ranks tasks by completion.
   */
  add(event: RangeEnd, order: number): void;
  /** The history before a task at a path: what other tasks left, in the order of completion. */
  before(task: PlannedTask, framePath: JournalPath): readonly TaskRange[];
  /** Performs all due compactions of ranges that a prompt is sent. Rejects if the storage cannot continue. */
  prepare(ranges: readonly TaskRange[]): Promise<void>;
  /** Whether its messages are compacted for all later calls. */
  isCompacted(range: TaskRange): boolean;
  /** Whether a person restored its messages. */
  isRestored(range: TaskRange): boolean;
  /** The digest of a task's messages, which is made if there is none yet. Throws `CANCELLED` if the run is stopped. */
  short(range: TaskRange, trigger: 'window' | 'transfer'): Promise<string>;
}
