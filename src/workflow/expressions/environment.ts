import { defined } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';

/**
 * Where the full value is stored if only a shortened view of it is in memory, as it was too long (language page,
 * section 6).
 */
export type Whole = {
  /** The key in the blob store of the run. */
  readonly ref: string;
  /** Whether the value may hold JSON in a fenced block. */
  readonly fenced: boolean;
};

/** How a task may have ended, or stand. */
export const resultStatuses = ['COMPLETE', 'CONTINUATION', 'FAILED', 'SKIPPED', 'CANCELLED'] as const;

/** The limits that a task may have reached. */
export const resourceNames = ['turns', 'context', 'output', 'tokens', 'cost', 'time'] as const;

/**
 * The result record of a task (language page, section 3, Result), with the names that templates and expressions use. A
 * type, not an interface, so that it is assignable to JSON.
 */
export type ResultRecord = {
  readonly content: string;
  /** Parsed JSON if there is a schema or if the content is JSON; else the content. */
  readonly output: Json;
  readonly status: (typeof resultStatuses)[number];
  /** Why it failed: `code`, `resource`, `message`, `retryable`. Null if it did not. */
  readonly error: ResultError | null;
  /** The criteria of the evaluation that a director asked for, otherwise those of the task; null if there are none. */
  readonly criteria: Json;
  readonly notes: JsonObject;
  /**
   * Tokens and cost of all attempts: `input_tokens`, `output_tokens` (which include `reasoning_tokens`),
   * `cached_tokens`, `cost_usd`. Null if no model was called.
   */
  readonly usage: JsonObject | null;
  /** Of the last conversation with a model: `turns` and `context`, each with what was used and the limit; else null. */
  readonly metrics: Json;
  readonly attempts: number;
  readonly duration_ms: number;
  /** Set if `content` and `output` are a shortened view. */
  readonly whole?: Whole;
};

/** An error under the names of the language. `resource` is the limit that was reached (`turns`, `window`), or null. */
export type ResultError = {
  readonly code: string;
  /** The limit that was reached: `turns`, `context`, `output`, `tokens`, `cost` or `time`. */
  readonly resource: string | null;
  readonly used: number | null;
  readonly limit: number | null;
  readonly message: string;
  readonly retryable: boolean;
};

/** What limits were called before, in logs and in conditions of documents. */
export const olderResourceNames: ReadonlyMap<string, string> = new Map([
  ['window', 'context'],
  ['price', 'cost'],
]);

/** The names of a result record that templates and expressions can use. */
export const recordFields = [
  'content',
  'output',
  'status',
  'error',
  'criteria',
  'notes',
  'usage',
  'metrics',
  'attempts',
  'duration_ms',
] as const satisfies readonly (keyof ResultRecord)[];
export type RecordField = (typeof recordFields)[number];

/** The names that `keep` can use: the fields of one result, and how it was stored and used (TaskOutput of seed 000). */
export const keptFields = [
  ...recordFields,
  'task_id',
  'output_type',
  'original_size',
  'truncated',
  'strategy',
  'file_path',
  'relevance_score',
  'last_accessed',
  'depended_by',
] as const;
export type KeptField = (typeof keptFields)[number];

/**
 * What a name stands for: a plain value, or the result of a task (in templates its content, in expressions its record).
 */
export type Binding =
  | { readonly kind: 'value'; readonly value: Json; readonly whole?: Whole }
  | { readonly kind: 'result'; readonly result: ResultRecord };

/**
 * The kind of the names in a scope, which decides how an expression reaches them: `inputs.x`, `variables.x`, `tasks.x`.
 * What the container of a task `given` it (`item`, `iteration`, `last`) is reached by its bare name.
 */
export type ScopeKind = 'inputs' | 'variables' | 'tasks' | 'given';

/** An immutable scope. A name that is not in it is looked up in `outer` (language page, Scopes). */
export interface Environment {
  readonly kind: ScopeKind;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** For a scope of tasks: their records by id. It grows as tasks end. */
  readonly records?: Readonly<Record<string, Json>>;
  /** Set if a model chose the names of the scopes inside this one: tools see only this scope and its outer ones. */
  readonly isAuthored?: true;
  /** Set for a scope of variables of which one names something that is nowhere: that name. */
  readonly lacks?: string;
  readonly outer?: Environment;
}

/** The same scope, as the outer scope of names that a model chose. */
export function markAuthored(scope: Environment): Environment {
  return { ...scope, isAuthored: true };
}

/**
 * The names that an author chose, which the templates of tools see: a name that a model chose must not hide one that a
 * secret is sent with. The same environment if no model chose a name.
 */
export function selectAuthoredNames(environment: Environment): Environment {
  let authored = environment;
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    if (scope.isAuthored === true) authored = scope;
  }
  return authored;
}

/** A scope of plain values inside `outer`; `outer` itself if there are no values. */
export function createScope(
  kind: 'inputs' | 'variables' | 'given',
  values: Readonly<Record<string, Json>>,
  outer?: Environment,
): Environment {
  const entries = Object.entries(values);
  if (entries.length === 0 && outer !== undefined) return outer;
  const bindings = new Map(entries.map(([name, value]): [string, Binding] => [name, { kind: 'value', value }]));
  return { kind, bindings, ...defined({ outer }) };
}

/** Marks the value of a name in a scope as the view of a longer value; the same scope if `whole` is undefined. */
export function markAsView(scope: Environment, name: string, whole: Whole | undefined): Environment {
  const binding = scope.bindings.get(name);
  if (whole === undefined || binding?.kind !== 'value') return scope;
  return { ...scope, bindings: new Map(scope.bindings).set(name, { ...binding, whole }) };
}

/** The binding of a name, from the innermost scope outward. */
export function findInScope(environment: Environment | undefined, name: string): Binding | undefined {
  for (let scope = environment; scope !== undefined; scope = scope.outer) {
    const binding = scope.bindings.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/**
 * The names that an expression can use in a scope: `tasks`, `inputs`, `variables`, where inner names hide outer ones,
 * and what containers give. The records of a single scope of tasks are not copied.
 */
export function collectExpressionNames(environment: Environment): JsonObject {
  const levels: Environment[] = [];
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) levels.push(scope);
  let tasks: JsonObject | undefined;
  const inputs: Record<string, Json> = {};
  const variables: Record<string, Json> = {};
  const given: Record<string, Json> = {};
  const records = { inputs, variables, given };
  for (const level of levels.reverse()) {
    if (level.kind === 'tasks') {
      tasks = tasks === undefined ? level.records : { ...tasks, ...level.records };
      continue;
    }
    const record = records[level.kind];
    for (const [name, binding] of level.bindings) if (binding.kind === 'value') record[name] = binding.value;
  }
  return { ...given, tasks: tasks ?? {}, inputs, variables };
}
