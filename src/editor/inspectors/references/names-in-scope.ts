import { isSameInOrder } from '@/base/json';
import { isAlikeThroughout } from '@/workflow/alike-throughout';
import type { Ends } from '@/workflow/commands/edges/connect-paths';
import { findDefinitionAt, formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { collectDownstream, collectUpstream } from '@/workflow/graph/graph';
import { type Beside, listLevels, type Scope } from '@/workflow/graph/scope';
import { findTaskScope } from '@/workflow/graph/task-scope-at';
import { createGlobalScope } from '@/workflow/graph/task-scopes';
import { buildPartPath, findContainerPath, getLastSegment, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { listReturns } from '@/workflow/tasks/returned';
import { findTasksOnCanvas } from '@/workflow/tasks-on-canvas';

/** A name that the texts of a task can use, and what it refers to. */
export interface ScopeName {
  readonly name: string;
  readonly kind: 'input' | 'variable' | 'binding' | 'task' | 'return';
  /** Where it comes from, for the list of suggestions. */
  readonly detail: string;
  /** Of a task: its path. */
  readonly taskPath?: TaskPath;
  /** Of a task that does not run before: the edge that lets it. */
  readonly connects?: Ends;
}

/** The latest result: several fields of one task ask for the same, and most edits change no name. */
let last:
  | {
      readonly document: WorkflowDocument;
      readonly taskPath: TaskPath | undefined;
      readonly names: readonly ScopeName[];
    }
  | undefined;

/**
 * The names that the prompt of a task can use, nearest first: its inputs, its variables, what its container provides,
 * its dependencies with what they return, then the same for the containers around it, and the workflow's variables. A
 * name with several meanings is listed once, with the nearest one. Without a task path: the variables. Returns the same
 * list while no name changes.
 */
export function listNamesInScope(document: WorkflowDocument, taskPath: TaskPath | undefined): readonly ScopeName[] {
  if (last?.document === document && last.taskPath === taskPath) return last.names;
  const isSame = last?.taskPath === taskPath && hasNamesAsBefore(last?.document ?? document, document, taskPath);
  const known = isSame ? last?.names : undefined;
  last = { document, taskPath, names: known ?? collectNames(document, taskPath) };
  return last.names;
}

function hasNamesAsBefore(before: WorkflowDocument, after: WorkflowDocument, taskPath: TaskPath | undefined): boolean {
  const [was, is] = [findDefinitionAt(before, taskPath ?? ''), findDefinitionAt(after, taskPath ?? '')];
  return (
    hasSameKeys(before.variables, after.variables) &&
    hasSameKeys(before.inputs, after.inputs) &&
    isSameInOrder(was?.parameters, is?.parameters) &&
    was?.criteria === is?.criteria &&
    isAlikeThroughout(findTasksOnCanvas(before, taskPath), findTasksOnCanvas(after, taskPath), hasNamesAlike)
  );
}

/** Whether two tasks have the same names in scope, returns and id, as far as these fields decide it. */
function hasNamesAlike(before: Task, after: Task): boolean {
  return (
    before.type === after.type &&
    before.name === after.name &&
    isSameInOrder(before.dependsOn, after.dependsOn) &&
    hasSameKeys(before.returns, after.returns) &&
    hasSameKeys(before.inputs, after.inputs) &&
    hasSameKeys(before.variables, after.variables) &&
    bindingFields.every((field) => isSameInOrder(before[field], after[field]))
  );
}

/** Fields that bring names of a run into a task's scope, such as the round of its loop. */
const bindingFields = ['loop', 'outputSlot', 'inputSource', 'subtype'] as const;

function hasSameKeys(before: object | undefined, after: object | undefined): boolean {
  return before === after || isSameInOrder(listKeys(before), listKeys(after));
}

/**
 * The tasks beside a task, and beside the containers around it, that do not run before it and could: its names are none
 * yet, and a wire gives them to it. In the author's order, the nearest level first.
 */
export function listNamesToConnect(document: WorkflowDocument, taskPath: TaskPath): readonly ScopeName[] {
  const all = listScopeLevels(document, taskPath);
  const known = new Set(listNamesInScope(document, taskPath).map(({ name }) => name));
  const members = findMemberPaths(taskPath, all);
  return all.flatMap(({ beside }, index) => {
    const to = members[index];
    const { siblings, member } = beside ?? {};
    if (to === undefined || siblings?.kind !== 'graph' || member === undefined) return [];
    const after = collectDownstream(siblings.graph, member);
    return siblings.ids().flatMap((id): ScopeName[] => {
      if (id === member || after.has(id) || known.has(id)) return [];
      known.add(id);
      const from = buildSiblingPath(to, id);
      const detail = 'Does not run before this; choosing it connects them';
      return [{ ...createScopeName(id, 'task', detail), taskPath: from, connects: { from, to } }];
    });
  });
}

function listScopeLevels(document: WorkflowDocument, taskPath: TaskPath | undefined): readonly Scope[] {
  const scope = taskPath === undefined ? undefined : findTaskScope(document, taskPath)?.within;
  return listLevels(scope ?? createGlobalScope(document));
}

/** By level: the path of the task, or of the container around it, that is among the siblings of the level. */
function findMemberPaths(taskPath: TaskPath | undefined, all: readonly Scope[]): readonly (TaskPath | undefined)[] {
  let at = taskPath;
  return all.map(({ beside }) => {
    const member = beside?.member;
    if (member === undefined) return undefined;
    while (at !== undefined && getLastSegment(at) !== member) at = findContainerPath(at);
    const found = at;
    at = at && findContainerPath(at);
    return found;
  });
}

function buildSiblingPath(taskPath: TaskPath, id: string): TaskPath {
  const container = findContainerPath(taskPath);
  return container === undefined ? id : buildPartPath(container, id);
}

function collectNames(document: WorkflowDocument, taskPath: TaskPath | undefined): readonly ScopeName[] {
  const all = listScopeLevels(document, taskPath);
  const members = findMemberPaths(taskPath, all);
  // The outermost inputs in a function are its parameters.
  const isInFunction = taskPath !== undefined && findFunctionName(taskPath) !== undefined;
  const hasParameters = ({ inputs, owner }: Scope) => inputs !== undefined && owner !== undefined;
  const parametersAt = isInFunction ? all.findLastIndex(hasParameters) : -1;
  const names = all.flatMap((level, index) =>
    index === parametersAt
      ? listKeys(level.inputs).map((name) => createScopeName(name, 'input', 'Parameter of the function'))
      : listLevelNames(level, describeOwner(index, all), members[index]),
  );
  const seen = new Set<string>();
  return names.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/**
 * The innermost level belongs to the task itself (with inputs, the two innermost); the outermost belongs to the
 * workflow.
 */
function describeOwner(index: number, all: readonly Scope[]): string {
  if (index === all.length - 1) return 'of the workflow';
  return index < (all[0]?.inputs === undefined ? 1 : 2) ? 'of this task' : 'of a task around it';
}

function listLevelNames(
  { inputs, variables, bindings = [], beside }: Scope,
  owner: string,
  memberPath: TaskPath | undefined,
): readonly ScopeName[] {
  return [
    ...listKeys(inputs).map((name) => createScopeName(name, 'input', `Input ${owner}`)),
    ...listKeys(variables).map((name) => createScopeName(name, 'variable', `Variable ${owner}`)),
    ...bindings.map((name) => createScopeName(name, 'binding', 'Given to it in a run')),
    ...(beside === undefined ? [] : listNamesBeside(beside, memberPath)),
  ];
}

/** The siblings that run before, the nearest first, and what they return. */
function listNamesBeside({ siblings, member }: Beside, memberPath: TaskPath | undefined): readonly ScopeName[] {
  const { graph, tasks } = siblings;
  const above = member === undefined ? undefined : collectUpstream(graph, member);
  const before = graph.order.filter((id) => above?.has(id) && id !== member).reverse();
  return [
    ...before.map((id) => ({
      ...createScopeName(id, 'task', formatTaskLabel('Output of a task', tasks[id] ?? {})),
      ...(memberPath === undefined ? {} : { taskPath: buildSiblingPath(memberPath, id) }),
    })),
    ...before.flatMap((id) =>
      listReturnedNames(tasks[id]).map((name) => createScopeName(name, 'return', `Returned by ${id}`)),
    ),
  ];
}

function createScopeName(name: string, kind: ScopeName['kind'], detail: string): ScopeName {
  return { name, kind, detail };
}

function listKeys(record: object | undefined): string[] {
  return Object.keys(record ?? {});
}

const listReturnedNames = (task: Task | undefined): readonly string[] =>
  task === undefined ? [] : Object.keys(listReturns(task));
