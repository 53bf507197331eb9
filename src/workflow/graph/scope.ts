import { listReferenceNames } from '../expressions/reference';
import type { TaskId } from '../names';
import type { TaskPath } from '../task-path';
import type { Task } from '../tasks';
import type { Siblings } from './siblings';
import type { ValueShape } from './value-shape';

/** A task among its siblings, or (`member` undefined) everything outside of them. */
export interface Beside {
  readonly siblings: Siblings;
  readonly member: TaskId | undefined;
}

/**
 * A level of names, as an environment of a run has them (language page, Scopes). A name that is not in it is looked up
 * in `outer`. Only the keys of inputs and variables are used; own values hide siblings of the same name.
 */
export interface Scope {
  readonly inputs?: object | undefined;
  readonly variables?: object | undefined;
  /**
   * What the container of a task gives it: `item`, `iteration`, `last_evaluator_output`. In expressions they are
   * written alone.
   */
  readonly bindings?: readonly string[];
  /** What is in these inputs and variables, as far as that is known. */
  readonly shapes?: Readonly<Record<string, ValueShape>> | undefined;
  /** What is in the binding `state` of a loop. */
  readonly state?: ValueShape | undefined;
  readonly beside?: Beside | undefined;
  /**
   * The path of the task that these names belong to, or whose parts are given them; of parameters
   * `buildParametersOwner`; undefined: the workflow.
   */
  readonly owner?: TaskPath | undefined;
  /** The task whose result the bindings `output` and `content` are of: itself, or one of the siblings. */
  readonly result?: Task | { readonly siblings: Siblings; readonly id: TaskId } | undefined;
  /** Whether any name is allowed, as in a tool that does not declare its parameters. */
  readonly isOpen?: boolean;
  /** Whether `{{secrets.NAME}}` works in this scope. */
  readonly hasSecrets?: boolean;
  /** Whether the text is an address, where `{{name*}}` is a whole path. */
  readonly isAddress?: boolean;
  readonly outer?: Scope | undefined;
}

/** The meaning of a name. */
export type Meaning =
  /** `shape`: what is in it, if that is known. */
  | { readonly kind: 'value'; readonly shape?: ValueShape | undefined }
  /** The result of a task, or a name that tasks return: `sources` are those tasks. */
  | { readonly kind: 'task' | 'returned'; readonly sources: readonly TaskId[]; readonly beside: Beside };

const value: Meaning = { kind: 'value' };

/** The meaning of a name, searched from the innermost level outward, as in a run; undefined if no level has it. */
export function findName(scope: Scope, name: string): Meaning | undefined {
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) {
    const found = findAtLevel(level, name);
    if (found !== undefined) return found;
    if (level.isOpen) return value;
  }
  return undefined;
}

function findAtLevel({ inputs, variables, shapes, bindings, state, beside }: Scope, name: string): Meaning | undefined {
  if (hasOwnName(inputs, name) || hasOwnName(variables, name))
    return shapes !== undefined && hasOwnName(shapes, name) ? { kind: 'value', shape: shapes[name] } : value;
  if (bindings?.includes(name))
    return name === 'state' && state !== undefined ? { kind: 'value', shape: state } : value;
  if (beside === undefined) return undefined;
  if (beside.siblings.has(name)) return { kind: 'task', sources: [name], beside };
  const sources = beside.siblings.returning(name);
  return sources === undefined ? undefined : { kind: 'returned', sources, beside };
}

/** A name of a reference and its meaning. */
export interface Found {
  readonly name: string;
  readonly meaning: Meaning;
}

/** The meaning of the longest name that a reference may begin with (`a.b.c`: `a.b.c`, `a.b`, `a`). */
export function findReference(scope: Scope, reference: string): Found | undefined {
  if (reference.startsWith('secrets.')) return findSecret(scope);
  for (const name of listReferenceNames(reference)) {
    const meaning = findName(scope, name);
    if (meaning !== undefined) return { name, meaning };
  }
  return undefined;
}

/** `secrets` is not a name of the document: where secrets work, it means them. */
function findSecret(scope: Scope): Found | undefined {
  return listLevels(scope).some(({ hasSecrets }) => hasSecrets) ? { name: 'secrets', meaning: value } : undefined;
}

/** The siblings among which a task id is found, from the inside outward; undefined if there is no such task. */
export function findTask(scope: Scope, id: string): Beside | undefined {
  return listLevels(scope).find(({ beside }) => beside?.siblings.has(id))?.beside;
}

/**
 * The tasks that a reader, or what it is in, must still wait for so that a value of these tasks is there. It must wait
 * for one of them, and for every other one that does not come after it: otherwise the value would depend on which task
 * was faster.
 */
export function listMissingWaits({ siblings, member }: Beside, sources: readonly TaskId[]): readonly TaskId[] {
  if (member === undefined) return [];
  const others = sources.filter((source) => source !== member);
  const open = others.filter((source) => !siblings.waits(member, source));
  const beside = open.filter((source) => !siblings.waits(source, member));
  return beside.length > 0 || open.length < others.length ? beside : others.slice(0, 1);
}

/** The levels of a scope, innermost first. */
export function listLevels(scope: Scope): readonly Scope[] {
  const all: Scope[] = [];
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) all.push(level);
  return all;
}

/** What came before a task: the step before it, or the only task that it depends on; undefined if there is neither. */
export function findIdBefore({ dependsOn = [] }: Task, beside: Beside | undefined): TaskId | undefined {
  if (beside?.siblings.kind === 'steps') {
    return beside.member === undefined ? undefined : beside.siblings.graph.dependencies.get(beside.member)?.[0];
  }
  return dependsOn.length === 1 ? dependsOn[0] : undefined;
}

/** Every name that a template could use, for guesses at misspelt ones. */
export function listGuessableNames(scope: Scope): readonly string[] {
  return listLevels(scope).flatMap(({ inputs, variables, bindings, beside }) => [
    ...Object.keys(inputs ?? {}),
    ...Object.keys(variables ?? {}),
    ...(bindings ?? []),
    ...(beside ? [...beside.siblings.ids(), ...beside.siblings.returnedNames()] : []),
  ]);
}

function hasOwnName(record: object | undefined, name: string): boolean {
  return record !== undefined && Object.hasOwn(record, name);
}
