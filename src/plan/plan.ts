import type { Json, JsonObject } from '@/base/json';
import type { Input } from '@/workflow/tasks';
import type { ScriptBody } from '@/workflow/tasks/script-body';

/** Version of the plan's form; a stored plan of another version is migrated or refused. */
export const planVersion = 1;

/** A model as it is called. `provider` is an id such as `openai` or one named in settings. */
export interface ModelRef {
  readonly provider: string;
  readonly model: string;
}

/** A named part of the system prompt; `name` is undefined for plain text. Values are templates. */
export interface SystemPart {
  readonly name?: string;
  readonly value: string;
}

/** Error handling with every default applied. */
export interface RetryPolicy {
  readonly onError: 'retry' | 'skip' | 'fail' | 'continue';
  readonly maxRetries: number;
  readonly backoff: 'exponential' | 'linear' | 'none';
  readonly onMaxRetries: 'skip' | 'fail' | 'continue';
}

/** Limits that are applied today, merged: task over workflow over default. */
export interface PlannedLimits {
  /** For each attempt; 0: none. */
  readonly timeoutMs: number;
  readonly maxOutputTokens: number;
}

/** What every planned task has. */
export interface PlannedCommon {
  readonly id: string;
  /** Position in {@link Plan.tasks}; `needs` are positions of direct dependencies, in the author's order. */
  readonly index: number;
  readonly needs: readonly number[];
  /** From 0: the longest chain of dependencies above it. Tasks of one wave can run at once. */
  readonly wave: number;
  readonly label: string;
  readonly disabled: boolean;
  readonly priority: 'low' | 'normal' | 'high' | 'critical';
  /** CEL, if any. */
  readonly condition?: string;
  readonly inputs: Readonly<Record<string, Input>>;
  /** The task's own variables. */
  readonly variables: JsonObject;
  readonly returns: Readonly<Record<string, string>>;
  /** Name of the artifact, if it is one. */
  readonly output?: string;
  readonly outputSchema?: JsonObject;
  readonly validate?: string;
  readonly limits: PlannedLimits;
  readonly retry: RetryPolicy;
}

/** An atomic task, its agent and model resolved. */
export interface PlannedAtomic extends PlannedCommon {
  readonly type: 'atomic';
  readonly model: ModelRef;
  readonly agent?: string;
  readonly options: JsonObject;
  /** System parts in prompt order before `<task_instructions>`: the agent's. */
  readonly system: readonly SystemPart[];
  /** The task's own, under `<task_instructions>`. */
  readonly instructions: readonly SystemPart[];
  /** Variables of the workflow that its agent may see (inherit_variables). */
  readonly visibleVariables: JsonObject;
  readonly prompt: string;
  readonly expectedOutput?: string;
  /** Whether outputs of direct dependencies are added as a context block. */
  readonly injectContext: boolean;
}

/** A script task. */
export interface PlannedScript extends PlannedCommon {
  readonly type: 'script';
  readonly script?: ScriptBody;
}

export type PlannedTask = PlannedAtomic | PlannedScript;

/**
 * A checked document, compiled: references resolved, limits merged, order decided. Frozen, plain data, storable. This is all
 * the engine sees. `hash` covers everything but itself and layout (which is not here).
 */
export interface Plan {
  readonly planVersion: typeof planVersion;
  readonly hash: string;
  readonly name: string;
  readonly variables: Readonly<Record<string, Json>>;
  readonly maxConcurrency: number;
  readonly tasks: readonly PlannedTask[];
}
