import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { askAt, measureLookups, measureMap } from './log/measure-calls';
import { type Figures, measureAppends, measureRun, measureStore } from './log/measure-log';

/** Events that the stores are measured with by themselves. */
const appended = 100_000;

async function inFolder(measure: (folder: string) => Promise<Figures>): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  try {
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const open = async (folder: string) => openRunJournal(folder, () => {});

/** The layout of the log, and nothing else: a line an event, a thousand lines at once. */
export const bareFile = (): Promise<Figures> =>
  inFolder((folder) =>
    measureAppends(appended, (events) =>
      appendFileSync(join(folder, 'bare.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    ),
  );

/** The journal of the command line by itself. */
export const fileStore = (): Promise<Figures> => inFolder(async (folder) => measureStore(appended, await open(folder)));

/** A whole run in it. */
export const fileRun = (steps: number): Promise<Figures> => inFolder((folder) => measureRun(steps, () => open(folder)));

/** One lookup among so many stored calls. */
export const fileLookups = (calls: number): Promise<Figures> =>
  inFolder(async (folder) => measureLookups(calls, await open(folder)));

/** A map over so many items, each asked at a server, with the index of calls and without it. */
export const fileMap = (items: number, server: string): Promise<Figures> =>
  inFolder((folder) =>
    measureMap(
      items,
      () => open(folder),
      (prompt) => askAt(server, prompt),
    ),
  );
