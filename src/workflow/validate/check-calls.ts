import type { Json } from '@/base/json';
import { builtinLibrary } from '../builtin-library';
import { builtinDefinitions, isBuiltinDefinition } from '../builtin-names';
import type { DocumentPath } from '../diagnostic';
import type { Definition } from '../document';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import { readFrom } from '../tasks/input-kind';
import { type Checking, formatGuess } from './checking';
import { reportSchemaProblem } from './report-schema-problem';

/** Reports calls of definitions that do not exist, and arguments that do not fit them. */
export function checkCalls(checking: Checking, task: Task, { path }: TaskScope): void {
  if (task.type !== 'call' || task.ref === undefined) return;
  const { ref, args = {} } = task;
  const { library = {}, defaultModel } = checking.document;
  const own = Object.hasOwn(library, ref) ? library[ref] : undefined;
  const builtin = own === undefined && isBuiltinDefinition(ref) ? builtinLibrary[ref] : undefined;
  const definition = own ?? builtin;
  if (builtin !== undefined && defaultModel === undefined) {
    checking.report('HED308', [...path, 'ref'], `“${ref}” comes with Heddle, and runs on the default model. Set one.`);
  }
  if (definition === undefined) {
    const listDefinitionCandidates = () => [...Object.keys(library), ...builtinDefinitions];
    checking.reportUnknown('HED313', [...path, 'ref'], `The library has no “${ref}”.`, ref, listDefinitionCandidates);
    return;
  }
  const parameters = definition.parameters ?? [];
  const missing = parameters.filter(
    (parameter) => parameter.default === undefined && !Object.hasOwn(args, parameter.name),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    checking.report(
      'HED314',
      [...path, 'args'],
      `“${ref}” needs ${names} too. Add ${missing.length > 1 ? 'them' : 'it'} to args.`,
    );
  }
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  for (const [name, value] of Object.entries(args)) {
    const at = [...path, 'args', name];
    const parameter = byName.get(name);
    if (parameter === undefined) {
      const guess = checking.guess(name, () => byName.keys());
      checking.report('HED314', at, `“${ref}” has no parameter “${name}”.${formatGuess(guess)}`);
    } else if (!mayBe(value as Json, parameter.type)) {
      checking.report(
        'HED314',
        at,
        `“${name}” of “${ref}” is of the type ${parameter.type}; this is ${describeKind(value as Json)}.`,
      );
    }
  }
}

type Parameters = NonNullable<Definition['parameters']>;

/** Checks the parameters of a definition by themselves. */
export function checkParameters(checking: Checking, parameters: Parameters, path: DocumentPath): void {
  const seen = new Set<string>();
  for (const [index, { name, type, default: value }] of parameters.entries()) {
    if (seen.has(name)) {
      checking.report(
        'HED206',
        [...path, index, 'name'],
        `There are two parameters “${name}”. Give one of them another name.`,
      );
    }
    seen.add(name);
    if (!isKnownType(type)) reportType(checking, String(type), [...path, index, 'type']);
    else if (value !== undefined && !mayBe(value, type)) {
      checking.report(
        'HED314',
        [...path, index, 'default'],
        `“${name}” is of the type ${type}; this is ${describeKind(value)}.`,
      );
    }
  }
}

/** Checks what a definition returns: a JSON Schema, whose type may also be a word that only people understand. */
export function checkReturns(checking: Checking, returns: Definition['returns'], path: DocumentPath): void {
  const type = returns?.['type'];
  if (typeof type === 'string' && !isKnownType(type)) reportType(checking, type, [...path, 'type']);
  else reportSchemaProblem(checking, returns, path);
}

function reportType(checking: Checking, type: string, path: DocumentPath): void {
  const known = Object.keys(isOfType);
  const message = `No type “${type}”, so anything is taken. Types are ${known.join(', ')}.`;
  checking.reportUnknown('HED511', path, message, type, () => known);
}

function isKnownType(type: string | undefined): boolean {
  return type === undefined || Object.hasOwn(isOfType, type);
}

/** The types that a parameter may have. */
const isOfType: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || typeof value === 'bigint',
  integer: (value) => Number.isInteger(value) || typeof value === 'bigint',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => describeKind(value) === 'an object',
  array: (value) => Array.isArray(value),
  null: (value) => value === null,
  any: () => true,
};

/** Whether an argument may have a type. References and templates are known only in a run, so they may have any. */
function mayBe(value: Json, type: string | undefined): boolean {
  if (type === undefined || !isKnownType(type)) return true;
  if (readFrom(value) !== undefined || (typeof value === 'string' && value.includes('{{'))) return true;
  return isOfType[type]?.(value) ?? true;
}

function describeKind(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}
