import { sameInOrder } from '@/base/json';
import { alikeThroughout } from '@/workflow/alike-throughout';
import { definitionAt, type WorkflowDocument } from '@/workflow/document';
import { functionOf } from '@/workflow/function-path';
import { upstream } from '@/workflow/graph/graph';
import { type Beside, levels, type Scope } from '@/workflow/graph/scope';
import { taskScopeAt } from '@/workflow/graph/task-scope-at';
import { globalScope } from '@/workflow/graph/task-scopes';
import type { TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { returnedBy } from '@/workflow/tasks/returned';
import { tasksOnCanvas } from '@/workflow/tasks-on-canvas';

/** A name that the texts of a task can use, and what it refers to. */
export interface ScopeName {
  readonly name: string;
  readonly kind: 'input' | 'variable' | 'binding' | 'task' | 'return';
  /** Where it comes from, for the list of suggestions. */
  readonly detail: string;
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
export function namesInScope(document: WorkflowDocument, taskPath: TaskPath | undefined): readonly ScopeName[] {
  if (last?.document === document && last.taskPath === taskPath) return last.names;
  const isSame = last?.taskPath === taskPath && namesAsBefore(last?.document ?? document, document, taskPath);
  const known = isSame ? last?.names : undefined;
  last = { document, taskPath, names: known ?? collect(document, taskPath) };
  return last.names;
}

function namesAsBefore(before: WorkflowDocument, after: WorkflowDocument, taskPath: TaskPath | undefined): boolean {
  const [was, is] = [definitionAt(before, taskPath ?? ''), definitionAt(after, taskPath ?? '')];
  return (
    sameKeys(before.variables, after.variables) &&
    sameInOrder(was?.parameters, is?.parameters) &&
    was?.criteria === is?.criteria &&
    alikeThroughout(tasksOnCanvas(before, taskPath), tasksOnCanvas(after, taskPath), namesAlike)
  );
}

/** Whether two tasks have the same names in scope, returns and id, as far as these fields decide it. */
function namesAlike(before: Task, after: Task): boolean {
  return (
    before.type === after.type &&
    before.name === after.name &&
    sameInOrder(before.dependsOn, after.dependsOn) &&
    sameKeys(before.returns, after.returns) &&
    sameKeys(before.inputs, after.inputs) &&
    sameKeys(before.variables, after.variables) &&
    bindingFields.every((field) => sameInOrder(before[field], after[field]))
  );
}

/** Fields that bring names of a run into a task's scope, such as the round of its loop. */
const bindingFields = ['loop', 'outputSlot', 'inputSource', 'subtype'] as const;

function sameKeys(before: object | undefined, after: object | undefined): boolean {
  return before === after || sameInOrder(keys(before), keys(after));
}

function collect(document: WorkflowDocument, taskPath: TaskPath | undefined): readonly ScopeName[] {
  const scope = (taskPath === undefined ? undefined : taskScopeAt(document, taskPath)?.within) ?? globalScope(document);
  const all = levels(scope);
  // The outermost inputs in a function are its parameters.
  const isInFunction = taskPath !== undefined && functionOf(taskPath) !== undefined;
  const parametersAt = isInFunction ? all.findLastIndex(({ inputs }) => inputs !== undefined) : -1;
  const names = all.flatMap((level, index) =>
    index === parametersAt
      ? keys(level.inputs).map((name) => scopeName(name, 'input', 'Parameter of the function'))
      : namesOf(level, whose(index, all)),
  );
  const seen = new Set<string>();
  return names.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/**
 * The innermost level belongs to the task itself (with inputs, the two innermost); the outermost belongs to the
 * workflow.
 */
function whose(index: number, all: readonly Scope[]): string {
  if (index === all.length - 1) return 'of the workflow';
  return index < (all[0]?.inputs === undefined ? 1 : 2) ? 'of this task' : 'of a task around it';
}

function namesOf({ inputs, variables, bindings = [], beside }: Scope, owner: string): readonly ScopeName[] {
  return [
    ...keys(inputs).map((name) => scopeName(name, 'input', `Input ${owner}`)),
    ...keys(variables).map((name) => scopeName(name, 'variable', `Variable ${owner}`)),
    ...bindings.map((name) => scopeName(name, 'binding', 'Given to it in a run')),
    ...(beside === undefined ? [] : namesBeside(beside)),
  ];
}

/** The siblings that run before, the nearest first, and what they return. */
function namesBeside({ siblings, member }: Beside): readonly ScopeName[] {
  const { graph, tasks } = siblings;
  const above = member === undefined ? undefined : upstream(graph, member);
  const before = graph.order.filter((id) => above?.has(id) && id !== member).reverse();
  return [
    ...before.map((id) => scopeName(id, 'task', tasks[id]?.name ?? 'Output of a task')),
    ...before.flatMap((id) => returnedNames(tasks[id]).map((name) => scopeName(name, 'return', `Returned by ${id}`))),
  ];
}

function scopeName(name: string, kind: ScopeName['kind'], detail: string): ScopeName {
  return { name, kind, detail };
}

function keys(record: object | undefined): string[] {
  return Object.keys(record ?? {});
}

const returnedNames = (task: Task | undefined): readonly string[] =>
  task === undefined ? [] : Object.keys(returnedBy(task));
