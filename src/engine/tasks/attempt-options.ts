import type { Json } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { Environment } from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import type { LeftOver } from './left-over';

/** What an attempt needs. */
export interface AttemptOptions {
  readonly task: Pick<PlannedTask, 'type' | 'inputs' | 'limits' | 'retry' | 'priority' | 'order' | 'loop' | 'pinned'>;
  readonly frame: Frame;
  readonly number: number;
  /** Path of what is attempted: the task, or one round of its loop. */
  readonly base: JournalPath;
  /** The scopes of the task without its inputs. */
  readonly before: Environment;
  /** The outputs of inputs that are tasks, by name. They have run already. */
  readonly given: Readonly<Record<string, Json>>;
  /** What earlier attempts left. */
  readonly left: LeftOver;
  /** Called before anything is done. */
  readonly onBegin: (parts?: number) => void;
  /** Values that are made once for the whole attempt, by name. */
  readonly made?: Map<string, Promise<unknown>>;
}
