import type { JsonObject } from '@/base/json';
import type { DocumentSettings } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import type { Tool } from '@/workflow/tasks/tools';
import type { PlannedLimits } from '../plan';

/** A tool and its name in the document. */
export interface NamedTool {
  readonly name: string;
  readonly tool: Tool;
}

/** The surroundings that resolving a task uses. */
export interface Surroundings {
  /** The workflow's own settings. */
  readonly settings: DocumentSettings;
  /** Ids of providers from settings besides the built-in ones. */
  readonly known: readonly string[];
  /** Limits of the container, or of the workflow. */
  readonly limits: PlannedLimits;
  /** Variables of the workflow and of the containers. */
  readonly variables: JsonObject;
  /** Tools of the workflow and of the containers. */
  readonly tools: readonly NamedTool[];
  /** Which calls of tools have to be approved in the containers. Left out: none. */
  readonly approve?: Task['approve'];
  /** Tools defined in tasks, by the names that other tasks use for them: `task.ID.TOOL`. */
  readonly written: ReadonlyMap<string, Tool>;
  /** Whether the container matches this task against the memory index. Left out: no. */
  readonly isMatched?: boolean | undefined;
  /** Names bound to results of a memory match. */
  readonly matches?: ReadonlySet<string>;
  /** Whether a map, a reduce or a loop around the task gives it values. Left out: no. */
  readonly isGiven?: boolean | undefined;
  /** Set if a model wrote the tasks: each has exactly `tools`, whatever its agent has. */
  readonly isConfined?: boolean;
  /** Counts the tasks as they are resolved: `next` is the next task's position in the plan, from 0. */
  readonly order: { next: number };
}

/** The surroundings of a plan's top-level tasks. */
export function createSurroundings(given: Omit<Surroundings, 'order'>): Surroundings {
  return { ...given, order: { next: 0 } };
}
