import type { PlannedTask } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { HistoryCommands } from './history-commands';
import type { RangeEnd, TaskRange } from './task-range';

/** The history of a run, as tasks reach it: what they left, and what of it is compacted. */
export interface RunHistories extends HistoryCommands {
  /** Whether what does not fit may be compacted. */
  readonly compacts: boolean;
  /** Says where a task runs, be it that it has run before. */
  place(task: PlannedTask, path: JournalPath, framePath: JournalPath): void;
  /** Takes in how a task ended, and begins to compact what is then to be. `order` tells who completed before whom. */
  add(event: RangeEnd, order: number): void;
  /** What stands before a task that runs at a path: what others left, in the order of completion. */
  before(task: PlannedTask, framePath: JournalPath): readonly TaskRange[];
  /** Resolves once all of these is compacted that is to be. Rejects if the storage cannot go on. */
  settled(ranges?: readonly TaskRange[]): Promise<void>;
  /** Whether its messages are compacted for all that come. */
  isCompacted(range: TaskRange): boolean;
  /** Whether a person wants them in full. */
  isRestored(range: TaskRange): boolean;
  /**
   * What stands for the messages of a task; they are compacted if they are not yet. Throws `CANCELLED` if the run is
   * stopped.
   */
  short(range: TaskRange, trigger: 'window' | 'transfer'): Promise<string>;
}
