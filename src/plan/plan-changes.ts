import { isSameJson, type Json, type JsonObject } from '@/base/json';
import { diffFields } from '@/workflow/diff/diff-fields';
import type { FieldChange } from '@/workflow/diff/document-diff';
import type { Plan, PlannedTask } from './plan';

/** A field that differs in two plans. */
export interface PlanChange extends FieldChange {
  /** Id of the top-level task that has it; left out: the workflow has it. Its path starts there. */
  readonly task?: string;
}

/**
 * The fields in which two plans differ, of the workflow and of the tasks that both have. Tasks that only one has, and
 * what is worked out from the rest (positions, waves, merged limits of a task), are left out.
 */
export function planChanges(before: Plan, after: Plan): readonly PlanChange[] {
  if (before.hash === after.hash) return [];
  const [former, later] = [selectSettings(before), selectSettings(after)];
  const own = before.tasks.map(({ id }) => id);
  const tasks = new Map(after.tasks.map((task) => [task.id, task]));
  const formerTasks = new Map(before.tasks.map((task) => [task.id, task]));
  return [
    ...diffFields(former, later),
    ...own.flatMap((task) => {
      const [one, other] = [formerTasks.get(task), tasks.get(task)];
      if (one === undefined || other === undefined || one === other) return [];
      return diffFields(selectFields(one, before), selectFields(other, after)).map((change) => ({ ...change, task }));
    }),
  ];
}

/** Keys of planned tasks that follow from other fields. */
const workedOut = new Set([
  'index',
  'needs',
  'reads',
  'wave',
  'order',
  'isRead',
  'safeName',
  'label',
  'visibleVariables',
]);

function selectSettings({ name, variables, inputs, maxConcurrency, budget, limits, compaction }: Plan): JsonObject {
  return convertToPlain({ name, variables, inputs, maxConcurrency, budget, limits, compaction });
}

/** Limits that a task has from the workflow are a change of the workflow. */
function selectFields(task: PlannedTask, plan: Plan): JsonObject {
  return convertToPlain(task, plan.limits as unknown as JsonObject);
}

/** As JSON, without what is worked out. */
function convertToPlain(value: object, limits?: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, of]): [string, Json][] => {
      if (workedOut.has(key) || of === undefined) return [];
      if (key === 'limits' && limits !== undefined) {
        const own = Object.entries(of as JsonObject).filter(([name, limit]) => !isSameJson(limit, limits[name]));
        return own.length === 0 ? [] : [[key, Object.fromEntries(own)]];
      }
      return [[key, convertValueToPlain(of, limits)]];
    }),
  );
}

function convertValueToPlain(value: unknown, limits?: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => convertValueToPlain(item, limits));
  return value !== null && typeof value === 'object' ? convertToPlain(value, limits) : (value as Json);
}
