import type { ModelFacts } from '../model-facts';
import type { ModelRef } from '../plan';
import { canMixTools, findMakerTool } from './maker-tools';

/**
 * Why a model cannot be given a maker's tool, for a person; undefined if it can, or if its provider's protocol is not
 * known. `besideOthers`: whether the task also has tools that Heddle performs.
 */
export function explainUntakenTool(
  name: string,
  { provider, model }: ModelRef,
  { protocol }: Pick<ModelFacts, 'protocol'>,
  besideOthers: boolean,
): string | undefined {
  if (protocol === undefined) return undefined;
  const whose = `${provider}:${model}`;
  if (protocol === 'compatible') {
    const why = 'is called by chat completions, a protocol without tools of providers';
    return `${whose} ${why}, so it cannot be given “${name}”.`;
  }
  if (findMakerTool(name, protocol) === undefined)
    return `The maker of ${whose} has no tool “${name}” that can be used here.`;
  if (besideOthers && !canMixTools(model, protocol)) {
    return `${whose} takes “${name}” only where the task has no other tools. Gemini 3 and later take both.`;
  }
  return undefined;
}
