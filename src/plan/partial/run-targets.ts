import { z } from 'zod';
import type { TaskPath } from '@/workflow/task-path';

/**
 * What a run of a part of a workflow runs. `only`: the chosen tasks, with what an earlier run gives them. `from`: these
 * and all that follows from them. `until`: these and all that they depend on, where the earlier run does not have it.
 * `only` and `from` ask the chosen tasks again even if nothing changed.
 */
export const targetKinds = ['only', 'from', 'until'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** The tasks that a person chose to run. */
export interface RunTargets {
  readonly kind: TargetKind;
  readonly tasks: readonly RunTarget[];
  /**
   * Outputs that a person made up, by ids of tasks: a chosen task reads them where no run has the real ones. Left out:
   * none.
   */
  readonly samples?: Readonly<Record<string, string>>;
}

/** A chosen task. */
export interface RunTarget {
  readonly task: TaskPath;
  /** Journal path of the chosen round or item of a task in a container. Left out: the first that is reached. */
  readonly instance?: string;
}

/** Checks the targets of a message or a stored plan. */
export const runTargetsSchema: z.ZodType<RunTargets> = z.strictObject({
  kind: z.enum(targetKinds),
  tasks: z.array(z.strictObject({ task: z.string().min(1), instance: z.string().min(1).exactOptional() })).min(1),
  samples: z.record(z.string(), z.string()).exactOptional(),
});

/** How a plan runs a part of a workflow: see {@link buildPartialPlan}. */
export interface PlannedPart {
  readonly targets: RunTargets;
  /** Id of the earlier run. What its chosen tasks did is not taken again; what they did in forks of this run is. */
  readonly from: string;
  /** Tasks that are taken as they are in a run, whatever they are asked now: ids of runs by ids of tasks. */
  readonly held: Readonly<Record<string, string>>;
  /** Ids of the tasks that do not run. */
  readonly left: readonly string[];
  /** Hash of the plan of the whole workflow. */
  readonly wholeHash: string;
}

/** Checks the part of a stored plan. */
export const plannedPartSchema: z.ZodType<PlannedPart> = z.strictObject({
  targets: runTargetsSchema,
  from: z.string(),
  held: z.record(z.string(), z.string()),
  left: z.array(z.string()),
  wholeHash: z.string(),
});
