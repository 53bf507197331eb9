import type { JsonObject } from '@/base/json';
import { fillVariables } from '../expressions/variables';
import type { WithInputs } from './input-field';
import { collectInputValues } from './set-inputs';

/**
 * The values of the global names of a run: its variables, which may name each other and the inputs, and the inputs as
 * they stand in the document.
 */
export function fillGlobalValues(settings: WithInputs): JsonObject {
  const inputs = collectInputValues(settings);
  return { ...fillVariables((settings.variables ?? {}) as JsonObject, inputs), ...inputs };
}
