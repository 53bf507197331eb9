import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { buildGraph, upstream } from '@/workflow/graph/graph';
import type { TaskId } from '@/workflow/names';

/** A name that the texts of a task may use, and what it stands for. */
export interface ScopeName {
  readonly name: string;
  readonly kind: 'input' | 'variable' | 'task' | 'return';
  /** What a person is told about it: where it comes from. */
  readonly detail: string;
}

/** What was last worked out: several fields of one task ask for the same. */
let last:
  | { readonly document: WorkflowDocument; readonly id: string; readonly names: readonly ScopeName[] }
  | undefined;

/**
 * The names that the prompt of a task may use, nearest first: its inputs, its variables, the tasks it waits for with what
 * they return, the workflow's variables. A name that stands for several things is there once, as the nearest.
 */
export function namesInScope(document: WorkflowDocument, id: string): readonly ScopeName[] {
  if (last?.document !== document || last.id !== id) last = { document, id, names: collectNames(document, id) };
  return last.names;
}

function collectNames(document: WorkflowDocument, id: string): readonly ScopeName[] {
  const task = taskOf(document, id);
  const graph = buildGraph(document);
  const above = upstream(graph, id as TaskId);
  const before = graph.order.filter((other) => above.has(other) && other !== id).reverse();
  const names: ScopeName[] = [
    ...keys(task?.inputs).map((name) => scopeName(name, 'input', 'Input of this task')),
    ...keys(task?.variables).map((name) => scopeName(name, 'variable', 'Variable of this task')),
    ...before.map((other) => scopeName(other, 'task', taskOf(document, other)?.name ?? 'Output of a task')),
    ...before.flatMap((other) =>
      keys(taskOf(document, other)?.returns).map((name) => scopeName(name, 'return', `Returned by ${other}`)),
    ),
    ...keys(document.variables).map((name) => scopeName(name, 'variable', 'Variable of the workflow')),
  ];
  const seen = new Set<string>();
  return names.filter(({ name }) => !seen.has(name) && seen.add(name));
}

function scopeName(name: string, kind: ScopeName['kind'], detail: string): ScopeName {
  return { name, kind, detail };
}

function keys(record: object | undefined): string[] {
  return Object.keys(record ?? {});
}
