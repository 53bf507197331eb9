import { createDice } from '@/base/dice';
import { generateValue } from '@/base/generate-value';
import type { JsonObject } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import { buildFieldSchema, isNeeded } from '@/workflow/inputs/build-inputs-schema';
import { listInputFields } from '@/workflow/inputs/input-field';
import { overrideInputs } from '@/workflow/inputs/set-inputs';
import { formatSimulated } from './simulated-scripts';

/**
 * The document with a value of its type for each required input that has none, so that a dry run needs nobody. A file
 * is not made up.
 */
export function makeUpInputs(document: WorkflowDocument): WorkflowDocument {
  if (document.inputs === undefined) return document;
  const missing = listInputFields(document).filter((field) => isNeeded(field) && field.type !== 'file');
  const values: JsonObject = Object.fromEntries(
    missing.map((field) => {
      const { name, label = name } = field;
      return [name, generateValue(buildFieldSchema(field), createDice(name), () => formatSimulated(label))];
    }),
  );
  return overrideInputs(document, values);
}
