import type { JsonObject } from '@/base/json';
import type { DocumentSettings } from '@/workflow/document';
import type { Tool } from '@/workflow/tasks/tools';
import type { PlannedLimits } from '../plan';

/** A tool under the name that a document has for it. */
export interface NamedTool {
  readonly name: string;
  readonly tool: Tool;
}

/** What resolving a task looks up around it. */
export interface Surroundings {
  /** The workflow's own settings. */
  readonly settings: DocumentSettings;
  /** Ids of providers from settings besides the built-in ones. */
  readonly known: readonly string[];
  /** Limits of the task that holds this one, or of the workflow. */
  readonly limits: PlannedLimits;
  /** Variables of the workflow and of the tasks that hold this one. */
  readonly variables: JsonObject;
  /** Tools of the workflow and of the tasks that hold this one. */
  readonly tools: readonly NamedTool[];
  /** Tools that are written in tasks, by the name that other tasks have for them: `task.ID.TOOL`. */
  readonly written: ReadonlyMap<string, Tool>;
  /** Whether what holds this task has it matched against the memory index. Left out: no. */
  readonly isMatched?: boolean;
  /** Names that are for what a memory match gave. */
  readonly matches?: ReadonlySet<string>;
  /** Set where a model writes the tasks: each has `tools`, whatever its agent has, and no others. */
  readonly isConfined?: boolean;
  /** Gives each task of a plan its position, from 0. */
  readonly nextOrder: () => number;
}

/** The surroundings of tasks of a plan. */
export function surroundingsOf(given: Omit<Surroundings, 'nextOrder'>): Surroundings {
  let order = 0;
  return { ...given, nextOrder: () => order++ };
}
