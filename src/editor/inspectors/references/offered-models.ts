import type { WorkflowDocument } from '@/workflow/document';
import { forEachModel } from '@/workflow/map-models';

/** Most models that are offered at once; typing finds the others. */
const mostOffered = 50;

/** The models that a workflow names, in the order of the alphabet. */
export function modelsNamedIn(document: WorkflowDocument): readonly string[] {
  const named = new Set<string>();
  forEachModel(document, (model) => named.add(model));
  return [...named].toSorted();
}

/**
 * What is offered where a model is written: what has the typed text in its name, the workflow's `own` models before
 * those that are `known`.
 */
export function offeredModels(own: readonly string[], known: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const found = new Set<string>();
  for (const name of [...own, ...known]) {
    if (found.size >= mostOffered) break;
    if (name.toLowerCase().includes(wanted)) found.add(name);
  }
  return [...found];
}
