import type { Side } from './models-context';
import type { UsedModel } from './table/used-models';

/**
 * The model that a wide window shows at the right before a person selects one: the first model of the provider that the
 * workflow uses.
 */
export function findFirstModel(
  used: readonly UsedModel[],
  provider: string,
): Extract<Side, { readonly kind: 'model' }> | undefined {
  const first = used.find((each) => each.provider === provider);
  return first && { kind: 'model', model: first.model };
}
