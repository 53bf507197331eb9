import type { Json } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { Environment } from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import type { LeftOver } from './left-over';

/** What an attempt is made of. */
export interface AttemptOptions {
  readonly task: Pick<PlannedTask, 'type' | 'inputs' | 'limits' | 'retry' | 'priority' | 'order'>;
  readonly frame: Frame;
  readonly number: number;
  /** Path of what is attempted: the task, or one round of its loop. */
  readonly base: JournalPath;
  /** The scopes of the task without its inputs. */
  readonly before: Environment;
  /** Inputs that are tasks have run: what they gave, by name. */
  readonly given: Readonly<Record<string, Json>>;
  /** What earlier attempts left. */
  readonly left: LeftOver;
  /** Told before anything is done. */
  readonly onBegin: () => void;
  /** What was made once for the whole attempt, by name. */
  readonly made?: Map<string, Promise<unknown>>;
}
