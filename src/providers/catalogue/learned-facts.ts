import type { LearnedFact } from '@/engine/ports/model-client';
import type { ModelFacts } from '@/plan/model-facts';

/** What a refusal taught, as it is kept. */
export interface LearnedEntry {
  readonly provider: string;
  readonly model: string;
  /** The parameter that was refused, as the request named it. */
  readonly parameter: string;
  /** What calls do in its place, for a person. */
  readonly instead: string;
  /** What the server said. */
  readonly said: string;
  /** ISO date. */
  readonly date: string;
}

/** Most characters that are kept of each text. */
export const learnedLimits = {
  provider: 100,
  model: 200,
  parameter: 100,
  instead: 200,
  said: 500,
  entries: 1000,
} as const;

/** How an entry says under which name a parameter is sent: `sent as max_completion_tokens`. */
const renamed = /^sent as ([a-z][a-z0-9_]*)$/i;

/** What an entry is of that tells the window of a model, and how it says it: `8192 tokens at most`. */
export const windowParameter = 'context window';
const windowOf = /^(\d+) tokens/;

/** A fact as it is kept, its texts cut. */
export function learnedEntry({ model, parameter, instead, said }: LearnedFact, date: string): LearnedEntry {
  const cut = (text: string, of: keyof typeof learnedLimits) => text.slice(0, learnedLimits[of]);
  return {
    provider: cut(model.provider, 'provider'),
    model: cut(model.model, 'model'),
    parameter: cut(parameter, 'parameter'),
    instead: cut(instead, 'instead'),
    said: cut(said, 'said'),
    date,
  };
}

/** Whether two entries are of the same parameter of the same model. */
export function isSameFact(one: LearnedKey, other: LearnedKey): boolean {
  return one.provider === other.provider && one.model === other.model && one.parameter === other.parameter;
}

/** What names an entry. */
export type LearnedKey = Pick<LearnedEntry, 'provider' | 'model' | 'parameter'>;

/** What refusals taught of a model, put upon what was known of it. */
export function withLearned(facts: ModelFacts, entries: readonly LearnedEntry[]): ModelFacts {
  return entries.reduce(taught, facts);
}

function taught(facts: ModelFacts, { parameter, instead, said }: LearnedEntry): ModelFacts {
  const name = renamed.exec(instead)?.[1];
  if (name !== undefined) return { ...facts, renames: { ...facts.renames, [parameter]: name } };
  if (parameter === windowParameter) {
    const window = Number(windowOf.exec(instead)?.[1]);
    return Number.isSafeInteger(window) && window > 0 ? { ...facts, window, maxInput: window } : facts;
  }
  // "Function tools … are not supported in /v1/chat/completions. Please use /v1/responses instead."
  if (parameter === 'tools' || said.includes('/v1/responses')) return { ...facts, toolsNeedResponses: true };
  if (facts.refuses.includes(parameter)) return facts;
  return { ...facts, refuses: [...facts.refuses, parameter] };
}
