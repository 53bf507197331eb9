import { createScope, type Environment } from '@/workflow/expressions/environment';
import type { Plan } from './plan';

/**
 * The outermost scope of a run: its variables and inputs. An input is a variable too; in an expression it is also
 * reached as `inputs.NAME` where no task has an input of this name.
 */
export function createGlobalEnvironment({ variables, inputs }: Pick<Plan, 'variables' | 'inputs'>): Environment {
  if (inputs === undefined) return createScope('variables', variables);
  const values = Object.keys(inputs).map((name) => [name, variables[name] ?? null] as const);
  return createScope('variables', variables, createScope('inputs', Object.fromEntries(values)));
}
