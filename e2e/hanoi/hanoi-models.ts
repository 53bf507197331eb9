import { hashText } from '@/base/hash';
import type { ModelClient } from '@/engine/ports/model-client';
import { moveOfHanoi, wrongMoveOfHanoi } from './hanoi';

/** The provider whose calls are answered here. */
const provider = 'hanoi';
/** Fractions of samples that are wrong, and that are no state at all. */
const errors = { wrong: 0.002, malformed: 0.01 } as const;
const seed = 'first-to-ahead-by-3';

/**
 * A model client in which one provider is a worker that moves disks. It errs at the given rates, each sample by itself:
 * by the hash of its path and a seed, so that every run is the same. All other providers are the real ones.
 */
export function withHanoiWorker(models: ModelClient): ModelClient {
  return {
    ...models,
    keyState: (id) => (id === provider ? 'ready' : models.keyState(id)),
    generate: async (request, options) => {
      if (request.model.provider !== provider) return models.generate(request, options);
      const prompt = request.messages.at(-1)?.content ?? '';
      const [, move = '', state = ''] = /^(\d+): (.*)$/.exec(prompt) ?? [];
      const chance = chanceOf(request.idempotencyKey);
      const content =
        chance < errors.malformed
          ? `I believe that the next state is ${state}`
          : chance < errors.malformed + errors.wrong
            ? wrongMoveOfHanoi(Number(move), state)
            : moveOfHanoi(Number(move), state);
      return {
        content,
        finishReason: 'stop',
        inputTokens: prompt.length,
        outputTokens: content.length,
        cachedTokens: 0,
      };
    },
  };
}

/** A number in [0, 1), determined by the path of a call in its run. */
function chanceOf(idempotencyKey: string): number {
  const path = idempotencyKey.slice(idempotencyKey.indexOf('/'));
  return Number.parseInt(hashText(`${seed}${path}`).slice(0, 12), 16) / 2 ** 48;
}
