import { Environment } from '@marcbachmann/cel-js';
import { registerExtensions } from './register-extensions';
import { registerOperators } from './register-operators';

/** Bounds of an expression, so that no document can keep the evaluator busy for long. */
const limits = { maxAstNodes: 2000, maxDepth: 64, maxListElements: 1000, maxMapEntries: 1000, maxCallArguments: 16 };
const options = { homogeneousAggregateLiterals: false, limits };

let base: Environment | undefined;

/** Gives the language of expressions, in which any name has a value. It is made for the first expression. */
export function getBaseEnvironment(): Environment {
  if (base === undefined) {
    base = new Environment({ ...options, unlistedVariablesAreDyn: true });
    registerOperators(base);
    registerExtensions(base);
  }
  return base;
}

/** The same language with these names only. A name that CEL cannot have is left out. */
export function createNamedEnvironment(names: readonly string[]): Environment {
  const environment = getBaseEnvironment().clone({ ...options, unlistedVariablesAreDyn: false });
  for (const name of names.filter(isVariable)) environment.registerVariable(name, 'dyn');
  return environment;
}

/** Whether CEL can have a variable of this name: an author may have named a binding like one of CEL's own words. */
function isVariable(name: string): boolean {
  try {
    getBaseEnvironment().clone(options).registerVariable(name, 'dyn');
    return true;
  } catch {
    return false;
  }
}
