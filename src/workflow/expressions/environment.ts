import type { Json } from '@/base/json';

/** The result record of a task (language page, section 3, Result), as templates and expressions see it. */
export interface ResultRecord {
  readonly content: string;
  /** Parsed JSON if there is a schema or the content is JSON; else the content. */
  readonly output: Json;
  readonly status: 'COMPLETE' | 'FAILED' | 'SKIPPED' | 'CANCELLED';
  readonly notes: { readonly [key: string]: Json };
}

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
