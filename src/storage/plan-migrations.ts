import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/** A migration from one version of the plan to the next. Migrations are frozen: they know nothing of today's types. */
export interface PlanMigration {
  /** The version that it produces. */
  readonly to: number;
  readonly why: string;
  readonly up: (plan: JsonObject) => JsonObject;
}

/** The migrations to today's version, in order. Plans are stored with their runs, which stay readable. */
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
  {
    to: 3,
    why: 'outputs and contexts are bounded, histories are compacted; tasks say what they read of one another',
    up: ({ tasks = [], library = {}, ...plan }) => ({
      ...plan,
      tasks: withLimits(tasks),
      library: withLimits(library),
      planVersion: 3,
      limits: limitsOf3,
      keepsHistory: false,
      pruneHooks: [],
    }),
  },
  {
    to: 4,
    why: 'a plan says when snapshots are taken, and how long its runs are kept',
    up: (plan) => ({
      ...plan,
      planVersion: 4,
      checkpoint: { enabled: true, every: null },
      retention: { keepDays: 30, keepLast: 100 },
    }),
  },
  {
    to: 5,
    why: 'questions beside tasks state the schema of their answer; 0 as the most tokens of a reply is what its model can give',
    // Limits stay the same: 4096, the former default, is written in every task.
    up: (plan) => ({ ...plan, planVersion: 5, statesSchemas: false }),
  },
];

/** Limits that version 3 adds, with their defaults at that time. */
const limitsOf3 = {
  timeoutMs: 600_000,
  maxOutputTokens: 4096,
  maxTurns: 10,
  maxContextWindowFraction: 0.8,
  warningThreshold: 0.8,
  maxContextBytes: 102_400,
  maxContextTasks: 10,
  maxStdoutBytes: 1_048_576,
  maxStderrBytes: 262_144,
  maxCombinedBytes: 1_572_864,
  truncationStrategy: 'tail',
  externalStorageThreshold: 1_048_576,
  externalStorageDir: '.workflow_state/task_outputs',
  compressExternal: true,
  maxStoredBytes: 104_857_600,
  cleanup: { type: 'most_recent', keepCount: 20 },
};

/**
 * Tasks at any depth, with the fields of version 3. Before it, tasks were given all direct dependencies and nothing
 * else.
 */
function withLimits(value: Json): Json {
  if (Array.isArray(value)) return value.map(withLimits);
  if (!isJsonObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLimits(member ?? null)]));
  // A value that an author wrote may have a type and limits too, but not the input tasks of a planned task.
  if (typeof inner['type'] !== 'string' || !Array.isArray(inner['inputTasks'])) return inner;
  const { injectContext = true, ...task } = inner;
  const limits = { ...limitsOf3, ...objectOf(task['limits']) };
  const context = {
    mode: injectContext === true ? 'automatic' : 'none',
    includeTasks: [],
    excludeTasks: [],
    minRelevance: 1,
    maxBytes: limits.maxContextBytes,
    maxTasks: Number.MAX_SAFE_INTEGER,
  };
  return { ...task, reads: [], limits, context, ...('visibleVariables' in task ? { contextTransfer: 'minimal' } : {}) };
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
