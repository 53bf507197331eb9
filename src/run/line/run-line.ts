import type { BudgetCheck } from '@/plan/estimate/budget-check';
import type { RunForecast } from '@/plan/forecast/forecast';
import type { TaskPath } from '@/workflow/task-path';
import type { ListedStatus } from '../listed-status';
import type { RunState } from '../run-state';
import type { RunOwner, WaitingCalls } from '../runner';
import type { RunMark } from './run-mark';
import type { RunOutlook } from './run-outlook';

/** What the state of a run is, in the sense of its line: one row of the table of states. */
export type RunLineState =
  | 'reading'
  | 'never'
  | 'problems'
  | 'budget'
  | 'key'
  | 'running'
  | 'waits'
  | 'paused'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'stale'
  | 'dry'
  | 'past';

/** What a person can do from the line of the run. */
export type RunLineAction =
  | { readonly kind: 'show-problems' | 'pause' | 'resume' | 'answer' | 'go-on' | 'run' | 'back-to-now' | 'close-dry' }
  | { readonly kind: 'set-budget'; readonly resource: BudgetCheck['resource']; readonly to: number }
  | { readonly kind: 'add-key'; readonly provider: string | undefined }
  | { readonly kind: 'sign-in' | 'make-room' | 'take-here' }
  | { readonly kind: 'show-task' | 'run-from'; readonly task: TaskPath }
  | { readonly kind: 'open-result' | 'save-result'; readonly task: TaskPath; readonly file: string | undefined };

/** Why *Run* is off while a budget is too small. */
export const tooSmallWords = 'This budget ends before the first call.';

/** An action with its words. */
export type LabelledAction = RunLineAction & { readonly label: string };

/** What is to be said of a run: the one place from which the page takes it. */
export interface RunLine {
  readonly state: RunLineState;
  readonly mark: RunMark;
  readonly isDry: boolean;
  /** How it is in a few words, as a sentence: `Failed in 0:04: fetch.` */
  readonly lead: string;
  /** The rest; may be empty. `strong`: a name in it. */
  readonly text: string;
  readonly strong?: string;
  readonly figures: readonly string[];
  readonly quiet?: LabelledAction;
  readonly main?: LabelledAction;
}

/** The words and actions of a line, without what is computed for all states in the same way. */
export type RunSentence = Omit<RunLine, 'mark' | 'isDry' | 'figures'>;

/** Everything that is known of the workflow and of the run that is shown. */
export interface RunLineFacts {
  /** In ms since 1970. */
  readonly now: number;
  /** What its clock shows, in ms; undefined: nothing is known of the run yet. */
  readonly clockMs: number | undefined;
  /** The present state of the shown run; undefined: none is shown, or nothing is known of it yet. */
  readonly run: RunState | undefined;
  /** Whether a run is there that is not read yet, or cannot be. */
  readonly isReading: boolean;
  readonly isDry: boolean;
  /** `Run 4`, `Dry run 2`. */
  readonly name: string;
  /** Where it runs, as `at Loom`; undefined: in this browser. */
  readonly place: string | undefined;
  /** The server where the next run goes; undefined: it runs in this browser. */
  readonly nextServer: string | undefined;
  readonly owner: RunOwner | undefined;
  /** Whether it goes on only once there is room in the storage, which its log cannot say. */
  readonly isOutOfRoom: boolean;
  /** Whether another tab has taken it from this one. */
  readonly isTakenAway: boolean;
  /** The name of a provider for a person, by its id. */
  readonly getLabel: (provider: string) => string;
  readonly waits: readonly WaitingCalls[];
  /** Set if a newer run is there: when the shown one began, in words, and how the newest one is. */
  readonly past: { readonly when: string; readonly newest: ListedStatus } | undefined;
  /** Top-level tasks of the workflow. */
  readonly taskCount: number;
  /** What stops a run, as sentences. */
  readonly problems: readonly string[];
  readonly outlook: RunOutlook | undefined;
  /** What a new run would take from the shown one; undefined: not known, or the shown one is not the newest. */
  readonly forecast: RunForecast | undefined;
  /** The tasks that wait for a task of the workflow. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
}

/** The whole sentence, for a tooltip and for a screen reader. */
export function formatRunSentence({ lead, text }: Pick<RunLine, 'lead' | 'text'>): string {
  return text === '' ? lead : `${lead} ${text}`;
}
