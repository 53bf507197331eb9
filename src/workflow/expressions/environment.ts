import type { Json, JsonObject } from '@/base/json';

/** Where the whole of something is of which only a view is at hand, as it was too long (language page, section 6). */
export type Whole = {
  /** In the blob store of the run. */
  readonly ref: string;
  /** Whether JSON may be in it in a fenced block. */
  readonly fenced: boolean;
};

/**
 * The result record of a task (language page, section 3, Result), with the names that templates and expressions use. A
 * type, not an interface, so that it is JSON as it is.
 */
export type ResultRecord = {
  readonly content: string;
  /** Parsed JSON if there is a schema or the content is JSON; else the content. */
  readonly output: Json;
  readonly status: 'COMPLETE' | 'CONTINUATION' | 'FAILED' | 'SKIPPED' | 'CANCELLED';
  readonly notes: JsonObject;
  /**
   * Tokens and cost of all attempts: `input_tokens`, `output_tokens`, of these `reasoning_tokens`, `cached_tokens`,
   * `cost_usd`. Null without a call.
   */
  readonly usage: JsonObject | null;
  readonly attempts: number;
  readonly duration_ms: number;
  /** Set where `content` and `output` are a view. */
  readonly whole?: Whole;
};

/**
 * What a name stands for: a plain value, or the result of a task (in templates its content, in expressions its record).
 */
export type Binding =
  | { readonly kind: 'value'; readonly value: Json; readonly whole?: Whole }
  | { readonly kind: 'result'; readonly result: ResultRecord };

/**
 * What the names of a scope are, which decides how an expression reaches them: `inputs.x`, `variables.x`, `tasks.x`;
 * what the container of a task `given` it (`item`, `iteration`, `last`) stands by itself.
 */
export type ScopeKind = 'inputs' | 'variables' | 'tasks' | 'given';

/** An immutable scope. A name that is not here is looked for in `outer` (language page, Scopes). */
export interface Environment {
  readonly kind: ScopeKind;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Of a scope of tasks: their records by id, null for a skipped one. It grows as they end. */
  readonly records?: Readonly<Record<string, Json>>;
  /** Set where the names of scopes further in are a model's words: tools see this scope and those around it. */
  readonly isAuthored?: true;
  readonly outer?: Environment;
}

/** The same scope, in which names are to be that a model gave. */
export function asAuthored(scope: Environment): Environment {
  return { ...scope, isAuthored: true };
}

/**
 * The names that an author gave, which are those that the templates of tools see: a model's words must not hide what a
 * secret is sent with. The same environment where no model named anything.
 */
export function authoredNames(environment: Environment): Environment {
  let authored = environment;
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    if (scope.isAuthored === true) authored = scope;
  }
  return authored;
}

/** A scope of plain values around which lies `outer`; `outer` itself if there are none. */
export function scopeOf(
  kind: 'inputs' | 'variables' | 'given',
  values: Readonly<Record<string, Json>>,
  outer?: Environment,
): Environment {
  const entries = Object.entries(values);
  if (entries.length === 0 && outer !== undefined) return outer;
  const bindings = new Map(entries.map(([name, value]): [string, Binding] => [name, { kind: 'value', value }]));
  return { kind, bindings, ...(outer === undefined ? {} : { outer }) };
}

/** A scope that marks the value of a name as the view of a whole output; the same scope if it is not one. */
export function asView(scope: Environment, name: string, whole: Whole | undefined): Environment {
  const binding = scope.bindings.get(name);
  if (whole === undefined || binding?.kind !== 'value') return scope;
  return { ...scope, bindings: new Map(scope.bindings).set(name, { ...binding, whole }) };
}

/** The binding of a name, from the innermost scope outward. */
export function lookup(environment: Environment | undefined, name: string): Binding | undefined {
  for (let scope = environment; scope !== undefined; scope = scope.outer) {
    const binding = scope.bindings.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/**
 * The names that an expression has in a scope: `tasks`, `inputs`, `variables`, each with what lies further out under
 * what is nearer, and what holders gave. The records of a single scope of tasks are not copied.
 */
export function expressionNames(environment: Environment): JsonObject {
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
