import { anthropicEnded, anthropicModels, googleEnded, googleModels, openaiEnded, openaiModels } from './models';
import type { Pace, Says } from './reply';
import type { Memory } from './rule';

/** A model that no table knows. */
export interface NewModel {
  readonly id: string;
  /** The model whose rules it follows. */
  readonly like: string;
  /** Fields that it refuses although no document says so. */
  readonly refuses?: readonly string[];
  /** Tokens of its window. Default: as for the model it resembles. */
  readonly window?: number;
}

/** A test's options for the server, besides the documented rules. */
export interface MemoryOptions {
  /** Valid keys, by provider. Left out: any key is valid. */
  readonly keys?: Memory['keys'];
  readonly newModels?: readonly NewModel[];
  /** Models that have ended, besides the real ones. */
  readonly ended?: readonly string[];
  /** What the model says, where a test has it; left out or undefined: what the directives say. */
  readonly says?: Says;
  /** How fast each model answers; left out: at once. */
  readonly pace?: (model: string) => Pace;
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
