import { anthropicEnded, anthropicModels, googleEnded, googleModels, openaiEnded, openaiModels } from './models';
import type { Memory } from './rule';

/** A model that no table knows. */
export interface NewModel {
  readonly id: string;
  /** The model whose rules it keeps. */
  readonly like: string;
  /** Fields that it refuses, and no document says so. */
  readonly refuses?: readonly string[];
  /** Tokens that its window has. Default: as the one it is like. */
  readonly window?: number;
}

/** What a test wants of the server beside the documented rules. */
export interface MemoryOptions {
  /** Keys that are right, by maker. Without one, any key is. */
  readonly keys?: Memory['keys'];
  readonly newModels?: readonly NewModel[];
  /** Models that have ended beside those that really did. */
  readonly ended?: readonly string[];
}

/** A server's memory before the first request. */
export function newMemory({ keys = {}, newModels = [], ended = [] }: MemoryOptions): Memory {
  return {
    openai: [...openaiModels, ...copies(openaiModels, newModels)],
    anthropic: [...anthropicModels, ...copies(anthropicModels, newModels)],
    google: [...googleModels, ...copies(googleModels, newModels)],
    ended: new Set([...openaiEnded, ...anthropicEnded, ...googleEnded, ...ended]),
    keys,
    refuses: Object.fromEntries(newModels.map(({ id, refuses = [] }) => [id, refuses])),
    made: new Map(),
    cached: new Set(),
  };
}

function copies<T extends { readonly id: string; readonly window: number }>(
  known: readonly T[],
  newModels: readonly NewModel[],
): readonly T[] {
  return newModels.flatMap(({ id, like, window }) => {
    const model = known.find((one) => one.id === like);
    return model === undefined ? [] : [{ ...model, id, window: window ?? model.window }];
  });
}
