import { basename, join } from 'node:path';
import type { CaseStore } from '@/cases/run-case';
import { CallBook } from '@/host/call-book';
import { buildForkPoint } from '@/host/new-run';
import { findSetAddress } from '@/providers/find-set-address';
import type { RunJournal } from '@/storage/run-journal';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import type { EnvProviders } from '../run/env-providers';
import { findFolder, openJournal } from '../run/open-journal';

/** What tests keep beside a workflow: the runs of its cases, where no list of a person's own runs shows them. */
const testsFolder = join('.heddle', 'tests');

/** More than a run has equal calls: each repeat of a case begins so many places after the one before it. */
const placesOfRepeat = 1_000_000;

/** What is kept for the tests of a workflow. */
export interface TestStore extends CaseStore {
  close(): void;
}

/** Opens what is kept for the tests of a workflow, and reads what the index of calls lacks. */
export async function openTestStore(io: Io, file: string, { providers }: EnvProviders): Promise<TestStore> {
  const folder = findFolder(io, file);
  const runs = await io.machine.openJournal(join(folder, testsFolder, 'runs'), (message) =>
    io.err.write(`heddle: ${message}\n`),
  );
  const { journal: others } = await openJournal(io, file, {});
  const addressOf = (id: string) => findSetAddress(providers, id);
  const openBook = (stores: RunJournal) => new CallBook({ stores, clock: nodeClock, reuse: 'all', addressOf });
  const own = openBook(runs);
  const foreign = openBook(others);
  const { signal } = new AbortController();
  for (const book of [own, foreign]) await book.build(() => false, signal);
  return {
    runs,
    nameRuns: (caseId, repeat) => `${basename(file)}/${caseId}@${repeat}`,
    findLast: async (name) => {
      const [last] = await runs.executions.list(name);
      const run = last && (await runs.executions.get(last.id));
      return run && buildForkPoint(run);
    },
    openCalls: (run, repeat, onAnswer) => {
      const calls = own.open(run);
      const { answers } = calls;
      const { answers: foreignAnswers } = foreign.open(run);
      return {
        ...calls,
        answers: {
          ...answers,
          takePlace: (request) => {
            const place = answers.takePlace(request);
            return { sample: place.sample + (repeat - 1) * placesOfRepeat, leave: () => place.leave() };
          },
          find: async (call, place, path) => {
            const found = await answers.find(call, place, path);
            if (found === undefined) return foreignAnswers.find(call, place, path);
            onAnswer(found.executionId);
            return found;
          },
        },
      };
    },
    close: () => {
      runs.close();
      others.close();
    },
  };
}
