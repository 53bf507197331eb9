import type { LearnedFact } from '@/engine/ports/model-client';
import { type ModelFacts, nothingKnown } from '@/plan/model-facts';
import type { LearningCatalogue } from './create-model-client';

/** A catalogue for tests, with the same facts for every model, that also learns. `learned`: the facts it was given. */
export function knownModels(facts: Partial<ModelFacts> = {}): LearningCatalogue & { readonly learned: LearnedFact[] } {
  const learned: LearnedFact[] = [];
  return {
    learned,
    learn: async (fact) => {
      learned.push(fact);
    },
    factsOf: () => {
      const known = { ...nothingKnown, ...facts };
      return {
        ...known,
        refuses: [
          ...known.refuses,
          ...learned.filter(({ instead }) => instead === 'left out').map(({ parameter }) => parameter),
        ],
        renames: {
          ...known.renames,
          ...Object.fromEntries(
            learned.flatMap(({ parameter, instead }) =>
              instead.startsWith('sent as ') ? [[parameter, instead.slice('sent as '.length)]] : [],
            ),
          ),
        },
        toolsNeedResponses:
          known.toolsNeedResponses || learned.some(({ instead }) => instead === 'asked through /v1/responses'),
      };
    },
  };
}
