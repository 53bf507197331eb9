import { basename, join } from 'node:path';
import { type CaseStore, openCaseStore } from '@/cases/case-store';
import { findSetAddress } from '@/providers/find-set-address';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import type { EnvProviders } from '../run/env-providers';
import { findFolder, openJournal } from '../run/open-journal';

/** What tests keep beside a workflow: the runs of its cases, where no list of a person's own runs shows them. */
const testsFolder = join('.heddle', 'tests');

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
  const store = await openCaseStore({ runs, others, owner: basename(file), clock: nodeClock, addressOf });
  return {
    ...store,
    close: () => {
      runs.close();
      others.close();
    },
  };
}
