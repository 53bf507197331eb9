import type { Pace } from '../../e2e/servers/makers/reply';

/**
 * How fast the models of the gallery answer. Their makers document no figures: Anthropic calls Haiku "fastest", Sonnet
 * "fast" and Opus "moderate" (platform.claude.com/docs/en/models/haiku-5-5/overview), OpenAI calls Terra three times as
 * fast as Sol. The figures are medians that Artificial Analysis measured (artificialanalysis.ai/models/MODEL/providers,
 * read on 29 November 2026): GPT-6 Luna 0.74 s and 130.6 tokens a second, GPT-6 Sol 0.89 s and 103.3, Claude Opus 5.5
 * 90.7 tokens a second. A model without a figure of its own has that of its class.
 */
const paces: readonly { readonly models: RegExp; readonly pace: Pace }[] = [
  { models: /luna|haiku|flash|terra/, pace: { msToFirstToken: 740, tokensPerSecond: 130.6 } },
  { models: /sol|sonnet/, pace: { msToFirstToken: 890, tokensPerSecond: 103.3 } },
  { models: /opus/, pace: { msToFirstToken: 890, tokensPerSecond: 90.7 } },
];

/** How fast a model answers. Throws for one that is of no class. */
export function findPace(model: string): Pace {
  const found = paces.find(({ models }) => models.test(model));
  if (found === undefined) throw new Error(`How fast is ${model}? Add it to tests/gallery/model-paces.ts.`);
  return found.pace;
}
