import { z } from 'zod';
import { isSameFact, type LearnedEntry, type LearnedKey, learnedLimits } from './learned-facts';
import { type OwnEntry, ownFactsSchema } from './own-facts';

const limits = learnedLimits;
const createTextSchema = (most: number) => z.string().max(most);
const modelKey = {
  provider: createTextSchema(limits.provider),
  model: createTextSchema(limits.model),
  date: z.iso.date(),
};
const learnedSchema = z.object({
  ...modelKey,
  // Entries of before 1.0 do not tell which server said it. They count for none, and a refusal teaches them again.
  address: createTextSchema(limits.address).optional(),
  parameter: createTextSchema(limits.parameter),
  instead: createTextSchema(limits.instead),
  said: createTextSchema(limits.said),
});
const ownSchema = z.object({ ...modelKey, facts: ownFactsSchema });

/** Version of the format; data of a newer Heddle is not changed. */
const version = 1;
const storedSchema = z.object({
  version: z.literal(version),
  learned: z.array(learnedSchema).max(limits.entries),
  own: z.array(ownSchema).max(limits.entries),
});

/** Facts learned from refusals, oldest first, and facts that a person set. */
export interface StoredModels {
  readonly learned: readonly LearnedEntry[];
  readonly own: readonly OwnEntry[];
}

export const noModels: StoredModels = { learned: [], own: [] };

/** Reads the stored facts; undefined if they are invalid. Without stored data there are no facts. */
export function readStoredModels(value: unknown): StoredModels | undefined {
  if (value === undefined || value === null) return noModels;
  const { data } = storedSchema.safeParse(value);
  // Optional fields are absent, never undefined: the value came from JSON.
  return (
    data && {
      learned: data.learned.flatMap(({ address, ...entry }) => (address === undefined ? [] : [{ ...entry, address }])),
      own: data.own as readonly OwnEntry[],
    }
  );
}

/** The data to store after a change. Data that cannot be read, such as that of a newer Heddle, stays as it is. */
export function changeStoredModels(value: unknown, change: (before: StoredModels) => StoredModels): unknown {
  const before = readStoredModels(value);
  return before === undefined ? value : { version, ...change(before) };
}

/** Adds an entry, replacing an older one of the same parameter; beyond the limit the oldest is dropped. */
export function addLearnedFact(models: StoredModels, entry: LearnedEntry): StoredModels {
  const others = models.learned.filter((each) => !isSameFact(each, entry));
  return { ...models, learned: [...others, entry].slice(-limits.entries) };
}

/** Removes an entry. */
export function removeLearned(models: StoredModels, entry: LearnedKey): StoredModels {
  return { ...models, learned: models.learned.filter((each) => !isSameFact(each, entry)) };
}

/** Replaces the facts that a person set for a model. */
export function setOwnFacts(models: StoredModels, entry: OwnEntry): StoredModels {
  return { ...models, own: [...removeOwnFacts(models, entry).own, entry].slice(-limits.entries) };
}

/** Removes the facts that a person set for a model. */
export function removeOwnFacts(
  models: StoredModels,
  { provider, model }: Pick<OwnEntry, 'provider' | 'model'>,
): StoredModels {
  return { ...models, own: models.own.filter((each) => each.provider !== provider || each.model !== model) };
}
