import type { Json, JsonObject } from '@/base/json';

/**
 * The result record of a task (language page, section 3, Result), with the names that templates and expressions use. A type,
 * not an interface, so that it is JSON as it stands.
 */
export type ResultRecord = {
  readonly content: string;
  /** Parsed JSON if there is a schema or the content is JSON; else the content. */
  readonly output: Json;
  readonly status: 'COMPLETE' | 'FAILED' | 'SKIPPED' | 'CANCELLED';
  readonly notes: JsonObject;
  /** Tokens and cost of all attempts: `input_tokens`, `output_tokens`, `cached_tokens`, `cost_usd`. Null without a call. */
  readonly usage: JsonObject | null;
  readonly attempts: number;
  readonly duration_ms: number;
};

/** What a name stands for: a plain value, or the result of a task (in templates its content, in expressions its record). */
export type Binding =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'result'; readonly result: ResultRecord };

/** An immutable scope. A name that is not here is looked for in `outer` (language page, Scopes). */
export interface Environment {
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly outer?: Environment;
}

/** The binding of a name, from the innermost scope outward. */
export function lookup(environment: Environment | undefined, name: string): Binding | undefined {
  for (let scope = environment; scope !== undefined; scope = scope.outer) {
    const binding = scope.bindings.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}
