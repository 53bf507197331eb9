import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { mapModels } from '../map-models';
import { type EditRefusal, refuseEdit } from './edit-refusal';

/** Arguments of {@link replaceModel}. */
export interface ReplaceModel {
  /** The names of the model as the document writes them. */
  readonly from: readonly string[];
  readonly to: string;
}

/** Replaces a model by another wherever it is written: in tasks at any depth, in agents, and as the default. */
export function replaceModel(
  document: WorkflowDocument,
  { from, to }: ReplaceModel,
): Result<WorkflowDocument, EditRefusal> {
  const next = mapModels(document, (model) => (from.includes(model) ? to : model));
  if (next === document) return refuseEdit('The model is no longer there.');
  return ok(next);
}
