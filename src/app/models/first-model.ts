import type { Side } from './models-context';
import type { UsedModel } from './table/used-models';

/**
 * What a wide window shows at the right before anything is chosen: the first model of the provider that the workflow
 * uses.
 */
export function firstModel(
  used: readonly UsedModel[],
  provider: string,
): Extract<Side, { readonly kind: 'model' }> | undefined {
  const first = used.find((each) => each.provider === provider);
  return first && { kind: 'model', model: first.model };
}
