import type { WorkflowDocument } from '@/workflow/document';
import { forEachModel } from '@/workflow/map-models';

/** Most models suggested at once; typing finds the others. */
const mostOffered = 50;

/** The models that a workflow names, in alphabetical order. */
export function listModelsOfDocument(document: WorkflowDocument): readonly string[] {
  const named = new Set<string>();
  forEachModel(document, (model) => named.add(model));
  return [...named].toSorted();
}

/**
 * The suggestions for a model field: models whose name contains the typed text, the workflow's `own` before the `known`
 * ones.
 */
export function listOfferedModels(own: readonly string[], known: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const found = new Set<string>();
  for (const name of [...own, ...known]) {
    if (found.size >= mostOffered) break;
    if (name.toLowerCase().includes(wanted)) found.add(name);
  }
  return [...found];
}
