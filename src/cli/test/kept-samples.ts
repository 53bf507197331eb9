import { basename, join } from 'node:path';
import type { Recording } from '@/engine/log/recording';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import type { Io } from '../io';
import { readRecordingFile } from '../run/recording-of';
import type { RanSample } from './run-case';

/** The folder of what tests keep, beside a workflow. */
const ownFolder = '.heddle/tests';

/** The answers that earlier runs of cases got, as files beside the workflow. */
export interface KeptSamples {
  /** The newest run of a repeat (from 1) of a case; undefined: there is none, or it cannot be read. */
  read(caseId: string, sample: number): Promise<Recording | undefined>;
  write(caseId: string, sample: number, ran: RanSample): Promise<void>;
  /** The report of the last cohort, as JSON; undefined: there is none. */
  readReport(): Promise<string | undefined>;
  writeReport(text: string): Promise<void>;
}

/** What is kept of the tests of a workflow in a folder. Runs of a person are elsewhere, and stay as they are. */
export function openKeptSamples(io: Io, folder: string, file: string): KeptSamples {
  const outputs = io.machine.outputs(folder);
  const own = `${ownFolder}/${basename(file)}`;
  const buildName = (caseId: string, sample: number) => `${own}/${encodeURIComponent(caseId)}.${sample}.jsonl`;
  const reportName = `${own}/last.json`;
  const encode = async function* (text: string) {
    yield new TextEncoder().encode(text);
  };
  return {
    read: async (caseId, sample) => {
      const name = buildName(caseId, sample);
      if (!(await outputs.has(name))) return undefined;
      const read = await readRecordingFile(io, join(folder, name)).catch(() => undefined);
      return read?.ok ? read.value : undefined;
    },
    write: async (caseId, sample, { journal, runId }) => {
      const pages = () => writeRunFile(journal, runId, { payloads: true, secrets: [] });
      await outputs.write(buildName(caseId, sample), { file: undefined, pages });
    },
    readReport: async () => {
      if (!(await outputs.has(reportName))) return undefined;
      const bytes = await io.read(join(folder, reportName), 100 * 2 ** 20).catch(() => undefined);
      return bytes && new TextDecoder().decode(bytes);
    },
    writeReport: (text) => outputs.write(reportName, { file: undefined, pages: () => encode(text) }),
  };
}
