import { z } from 'zod';
import { isSameFact, type LearnedEntry, type LearnedKey, learnedLimits } from './learned-facts';
import { type OwnEntry, ownFactsSchema } from './own-facts';

const limits = learnedLimits;
const text = (most: number) => z.string().max(most);
const named = { provider: text(limits.provider), model: text(limits.model), date: z.iso.date() };
const learnedSchema = z.object({
  ...named,
  parameter: text(limits.parameter),
  instead: text(limits.instead),
  said: text(limits.said),
});
const ownSchema = z.object({ ...named, facts: ownFactsSchema });

/** Version of the form; what a newer Heddle wrote is left alone. */
const version = 1;
const storedSchema = z.object({
  version: z.literal(version),
  learned: z.array(learnedSchema).max(limits.entries),
  own: z.array(ownSchema).max(limits.entries),
});

/** What refusals taught, the oldest first, and what a person said of models. */
export interface StoredModels {
  readonly learned: readonly LearnedEntry[];
  readonly own: readonly OwnEntry[];
}

export const noModels: StoredModels = { learned: [], own: [] };

/** Reads what is stored; undefined where it cannot be read. Nothing stored is nothing known. */
export function readStoredModels(value: unknown): StoredModels | undefined {
  if (value === undefined || value === null) return noModels;
  const { data } = storedSchema.safeParse(value);
  // What is optional is left out, not undefined: the value came from JSON.
  return data && { learned: data.learned, own: data.own as readonly OwnEntry[] };
}

/** What is stored after a change. What cannot be read, such as that of a newer Heddle, stays as it is. */
export function changeStoredModels(value: unknown, change: (before: StoredModels) => StoredModels): unknown {
  const before = readStoredModels(value);
  return before === undefined ? value : { version, ...change(before) };
}

/** With an entry, in the place of an older one of the same parameter; beyond the bound the oldest goes. */
export function withLearnedFact(models: StoredModels, entry: LearnedEntry): StoredModels {
  const others = models.learned.filter((each) => !isSameFact(each, entry));
  return { ...models, learned: [...others, entry].slice(-limits.entries) };
}

/** Without an entry. */
export function withoutEntry(models: StoredModels, entry: LearnedKey): StoredModels {
  return { ...models, learned: models.learned.filter((each) => !isSameFact(each, entry)) };
}

/** With what a person says of a model, in the place of what they said before. */
export function withOwn(models: StoredModels, entry: OwnEntry): StoredModels {
  return { ...models, own: [...withoutOwn(models, entry).own, entry].slice(-limits.entries) };
}

/** Without what a person said of a model. */
export function withoutOwn(
  models: StoredModels,
  { provider, model }: Pick<OwnEntry, 'provider' | 'model'>,
): StoredModels {
  return { ...models, own: models.own.filter((each) => each.provider !== provider || each.model !== model) };
}
