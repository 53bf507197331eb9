import { basename, join } from 'node:path';
import { z } from 'zod';
import { encodeJson, tryParseJson } from '@/base/json-text';
import { runIdForm } from '@/run/run-id-form';
import type { Io } from '../io';

/** Where the cohorts of the workflows in a folder are, from that folder. */
const cohortsFolder = '.heddle/tests/cohorts';

const figure = z.number().nullish();

/** Options that say what a cohort runs: it is resumed with them. What a person has to allow is not among them. */
const resumedFlags = z.object({
  ...{ repeat: z.string(), rows: z.string(), 'max-age': z.string(), 'max-usd': z.string(), jobs: z.string() },
  ...{ 'unknown-price-usd': z.string(), bail: z.boolean(), offline: z.boolean() },
  ...{ anew: z.array(z.string()), provider: z.array(z.string()), protocol: z.array(z.string()) },
});

/** Who judged an expectation, and what: see `Judgement`. */
const judgedSchema = z.object({ model: z.string(), hash: z.string(), judgement: z.string(), pass: z.boolean() });

const cohortSchema = z.looseObject({
  version: z.literal(1),
  cohort: z.string().regex(runIdForm),
  /** File name of the workflow. */
  document: z.string(),
  hash: z.string(),
  /** `running` also if its process was killed. */
  state: z.enum(['running', 'paused', 'done']),
  /** ms since 1970. */
  startedAt: z.number(),
  flags: resumedFlags.partial(),
  /** Ids of its cases. */
  ids: z.array(z.string()),
  /** The runs of cases that answered its calls, and those that it made. */
  runs: z.array(z.string()),
  totals: z.looseObject({ passed: figure, cost_usd: figure }).optional(),
  cases: z
    .array(
      z.looseObject({
        id: z.string(),
        verdict: z.string(),
        score: figure,
        run: z.string().nullish(),
        notes: z.array(z.string()).default([]),
        expect: z
          .array(
            z.looseObject({
              ...{ type: z.string(), task: z.string().nullish(), state: z.string(), saw: z.string() },
              ...{ reason: z.string().default(''), judge: judgedSchema.nullish() },
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});

/** A cohort as it is kept: its report, and what it takes to resume it. */
export type StoredCohort = z.infer<typeof cohortSchema>;

/** The options with which a cohort is resumed. */
export type ResumedFlags = StoredCohort['flags'];

/** The cohorts of the workflows in a folder. */
export interface CohortStore {
  /** Names of the kept cohorts, the newest first; those of one workflow, if it is named. */
  list(document?: string): Promise<readonly string[]>;
  /** Undefined: there is none, or it cannot be read. */
  read(name: string): Promise<StoredCohort | undefined>;
  /** The one of that id. */
  find(id: string): Promise<StoredCohort | undefined>;
  write(cohort: StoredCohort): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Opens the cohorts of the workflows in a folder. */
export function openCohortStore(io: Io, folder: string): CohortStore {
  const files = io.machine.files(join(folder, cohortsFolder), [], []);
  const outputs = io.machine.outputs(folder);
  const list = async (document?: string) => {
    // Without a cohort there is no folder.
    const entries = await files.list().catch(() => []);
    const names = entries.map(({ path }) => path.slice(1));
    const isOne = (name: string) =>
      runIdForm.test(name.split('.')[1] ?? '') &&
      (document === undefined || name.endsWith(`.${basename(document)}.json`));
    return names.filter(isOne).sort().reverse();
  };
  const read = async (name: string) => {
    const bytes = await files.read(`/${name}`).catch(() => undefined);
    const text = bytes && new TextDecoder().decode(bytes);
    return text === undefined ? undefined : cohortSchema.safeParse(tryParseJson(text)).data;
  };
  return {
    list,
    read,
    find: async (id) => {
      const name = (await list()).find((one) => one.split('.')[1] === id);
      return name === undefined ? undefined : read(name);
    },
    write: (cohort) => {
      const text = encodeJson(cohort as never, 1);
      const pages = async function* () {
        yield new TextEncoder().encode(`${text}\n`);
      };
      // Ids of one second do not sort, so the time comes first.
      const name = `${cohort.startedAt}.${cohort.cohort}.${cohort.document}.json`;
      return outputs.write(`${cohortsFolder}/${name}`, { file: undefined, pages });
    },
    remove: (name) => outputs.remove(`${cohortsFolder}/${name}`),
  };
}
