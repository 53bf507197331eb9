import { join } from 'node:path';
import type { FoundCase } from '@/cases/find-cases';
import { type OpenCase, refuseCase } from '@/cases/open-case';
import type { Recording } from '@/engine/log/recording';
import { findTestFile } from '@/workflow/test-files';
import type { Io } from '../io';
import { readRecordedRun } from '../run/recording-of';

/** Reads the recordings that cases name, each file once. */
export interface TestRecordings {
  /** The recording that a case names; undefined: it names none. */
  read(found: FoundCase): Promise<Recording | undefined>;
  /** Why the recording that a case names cannot answer it; undefined: it can, or there is none. */
  findProblem(found: FoundCase): Promise<string | undefined>;
}

/** Opens the recordings of the tests in a folder. */
export function createTestRecordings(io: Io, folder: string): TestRecordings {
  const files = new Map<string, ReturnType<typeof readRecordedRun>>();
  const readNamed = async ({ test }: FoundCase) => {
    const path = test.recording === undefined ? undefined : findTestFile(test.recording);
    if (path === undefined) return undefined;
    const file = files.get(path) ?? readRecordedRun(io, join(folder, path));
    files.set(path, file);
    return file;
  };
  return {
    read: async (found) => {
      const named = await readNamed(found);
      return named?.ok ? named.value() : undefined;
    },
    findProblem: async (found) => {
      const named = await readNamed(found);
      if (named?.ok === false) return named.error;
      const isEmpty = named !== undefined && (await named.value()).lastSeq === 0;
      return isEmpty ? `${found.test.recording}: it has no event of a run.` : undefined;
    },
  };
}

/** The cases, with an error for each whose recording is missing or broken: it must not be asked as if it had none. */
export async function refuseBrokenRecordings(
  open: readonly OpenCase[],
  recordings: TestRecordings,
  file: string,
): Promise<readonly OpenCase[]> {
  const checked: OpenCase[] = [];
  for (const one of open) {
    const problem = one.prepared === undefined ? undefined : await recordings.findProblem(one.found);
    const { testId, test } = one.found;
    const advice = `Write it again (heddle run ${file} --json > ${findTestFile(test.recording ?? '')}), or remove the field.`;
    const told = `tests.${testId}.recording: ${problem} ${advice}`;
    checked.push(problem === undefined ? one : refuseCase(one, told));
  }
  return checked;
}
