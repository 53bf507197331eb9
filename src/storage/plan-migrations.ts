import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/** A step from one version of the plan's form to the next. Steps are frozen: they know nothing of today's types. */
export interface PlanMigration {
  /** The version that it makes. */
  readonly to: number;
  readonly why: string;
  readonly up: (plan: JsonObject) => JsonObject;
}

/** The steps to today's version, in order. Plans are stored with their runs, which stay readable. */
export const planMigrations: readonly PlanMigration[] = [
  {
    to: 2,
    why: 'tasks hold tasks, and have more limits; a plan has a budget, a library, and what tasks are planned with during a run',
    up: ({ tasks, ...plan }) => ({
      ...plan,
      planVersion: 2,
      budget: { maxTotalTokens: 0, maxTotalCostUsd: 0 },
      library: {},
      memoryIndex: {},
      settings: {},
      providers: [],
      tasks: objectsIn(tasks).map((task, order) => ({
        ...task,
        order,
        inputTasks: [],
        limits: {
          maxTurns: 10,
          maxContextWindowFraction: 0.8,
          warningThreshold: 0.8,
          maxContextBytes: 102_400,
          ...objectOf(task.limits),
        },
        clearMemory: false,
        rebuildMemory: false,
        outputSlot: 'last_evaluator_output',
        strictEvaluation: false,
        ...(task.type === 'atomic' ? { tools: [], tier: 'worker', interactive: false, inputTimeoutMs: 0 } : {}),
      })),
    }),
  },
];

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
