import { cutToStart } from '@/base/start-of';
import type { LearnedFact } from '@/engine/ports/model-client';
import type { ModelFacts } from '@/plan/model-facts';

/** A stored fact learned from a refusal. */
export interface LearnedEntry {
  readonly provider: string;
  /** The address of the server that said it: another server of the same provider id may serve another model. */
  readonly address: string;
  readonly model: string;
  /** The refused parameter, as the request named it. */
  readonly parameter: string;
  /** What calls do instead, as shown to a person. */
  readonly instead: string;
  /** The server's message. */
  readonly said: string;
  /** ISO date. */
  readonly date: string;
}

/** The most characters that are stored of each text, and the most entries. */
export const learnedLimits = {
  provider: 100,
  address: 500,
  model: 200,
  parameter: 100,
  instead: 200,
  said: 500,
  entries: 1000,
} as const;

/** The form of `instead` for a renamed parameter: `sent as max_completion_tokens`. */
const renamed = /^sent as ([a-z][a-z0-9_]*)$/i;

/** The `parameter` of an entry about a context window, and the form of its `instead`: `8192 tokens at most`. */
export const windowParameter = 'context window';
const windowOf = /^(\d+) tokens/;

/** A learned fact as it is stored, with its texts cut. */
export function createLearnedEntry(fact: LearnedFact, address: string, date: string): LearnedEntry {
  const { model, parameter, instead, said } = fact;
  const cutLearned = (text: string, of: keyof typeof learnedLimits) => cutToStart(text, learnedLimits[of]);
  return {
    provider: cutLearned(model.provider, 'provider'),
    address: cutLearned(address, 'address'),
    model: cutLearned(model.model, 'model'),
    parameter: cutLearned(parameter, 'parameter'),
    instead: cutLearned(instead, 'instead'),
    said: cutLearned(said, 'said'),
    date,
  };
}

/** Whether two entries concern the same parameter of the same model. */
export function isSameFact(one: LearnedKey, other: LearnedKey): boolean {
  return (
    one.provider === other.provider &&
    one.address === other.address &&
    one.model === other.model &&
    one.parameter === other.parameter
  );
}

/** What identifies an entry. */
export type LearnedKey = Pick<LearnedEntry, 'provider' | 'address' | 'model' | 'parameter'>;

/** The facts of a model with those learned from refusals applied. */
export function applyLearned(facts: ModelFacts, entries: readonly LearnedEntry[]): ModelFacts {
  return entries.reduce(applyLesson, facts);
}

function applyLesson(facts: ModelFacts, { parameter, instead, said, address }: LearnedEntry): ModelFacts {
  const name = renamed.exec(instead)?.[1];
  if (name !== undefined) return { ...facts, renames: { ...facts.renames, [parameter]: name } };
  if (parameter === windowParameter) {
    const window = Number(windowOf.exec(instead)?.[1]);
    return Number.isSafeInteger(window) && window > 0
      ? { ...facts, window, maxInput: window, windowFrom: findHost(address) }
      : facts;
  }
  // "Function tools … are not supported in /v1/chat/completions. Please use /v1/responses instead."
  if (parameter === 'tools' || said.includes('/v1/responses')) return { ...facts, toolsNeedResponses: true };
  if (facts.refuses.includes(parameter)) return facts;
  return { ...facts, refuses: [...facts.refuses, parameter] };
}

/** The host of an address, for messages; an address that is none as it is. */
function findHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
