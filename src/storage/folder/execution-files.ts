import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { decodeJson, encodeJson } from '@/base/json-text';
import type { Plan } from '@/plan/plan';
import { changeTo } from '@/run/annotations';
import { isUnfinished } from '@/run/is-unfinished';
import type { RunHead } from '@/run/run-head';
import type { Execution, ExecutionHead } from '@/run/runner';
import { createPauses } from '../pauses';
import { parsePlan } from '../plan-schema';
import { createDamagedRecordError, type ExecutionRecord, parseRecord, recordSchemas } from '../records';
import type { RunJournal } from '../run-journal';
import { compareNewestFirst, runIsGone } from '../run-order';
import { parseSource } from '../run-source-schema';
import { changeAnnotations, readSoundAnnotations } from './annotation-file';
import { type EventFiles, performOnLog } from './event-files';
import { convertFileError, isMissing } from './file-error';
import { listRunFolders, type RunFolder, runFolder } from './run-folder';
import { computeStanding } from './run-standing';
import { addStanding } from './standing';
import { flushFolder, writeFlushed } from './write-whole';

interface ExecutionFilesOptions extends Pick<EventFiles, 'open' | 'headOf' | 'follow' | 'close'> {
  readonly root: string;
}

/**
 * Runs as folders. `run.json` is the head as it was created, and never changes: the current head is folded from the log
 * on request, starting from the last one written down.
 */
export function createExecutionFiles({ root, open, headOf, follow, close }: ExecutionFilesOptions): Pick<
  RunJournal,
  'executions' | 'sources' | 'ids'
> & {
  /** Writes down the current head of a run. Never rejects: the head can always be read from the log. */
  keepStanding(executionId: string): Promise<void>;
} {
  async function headNow(id: string): Promise<ExecutionHead | undefined> {
    const created = readHead(runFolder(root, id), id);
    return created && findHead(created);
  }

  async function findHead(created: ExecutionRecord): Promise<ExecutionHead> {
    const { id } = created;
    const folder = runFolder(root, id);
    const standing = await performOnLog(open, id, (log) => computeStanding(id, created, folder.standing, log));
    const annotations = await readSoundAnnotations(folder.annotations, id);
    return { ...created, ...standing, ...defined({ annotations }) };
  }

  async function get(id: string): Promise<Execution | undefined> {
    const head = await headNow(id);
    if (head === undefined) return undefined;
    const { planHash: _planHash, ...execution } = head;
    return { ...execution, plan: readRunPlan(runFolder(root, id), id) };
  }

  /** The records of all runs as they were created, the newest first. */
  async function readRecords(): Promise<readonly ExecutionRecord[]> {
    const pause = createPauses();
    const records: ExecutionRecord[] = [];
    for (const id of await listRunFolders(root)) {
      const record = readSound(() => readHead(runFolder(root, id), id));
      if (record !== undefined) records.push(record);
      await pause();
    }
    return records.sort(compareNewestFirst);
  }

  async function foldedHead(id: string): Promise<RunHead | undefined> {
    const folder = runFolder(root, id);
    const created = readHead(folder, id);
    return created && performOnLog(open, id, (log) => computeStanding(id, created, folder.standing, log));
  }

  async function allRuns(): Promise<Execution[]> {
    return selectReadable((await listRunFolders(root)).map(get));
  }

  const explainErrors = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => Promise.reject(convertFileError(error)));

  return {
    executions: {
      create: async (execution) => {
        await explainErrors(createRunFolder(root, execution));
        // The head of a run that this process created is kept up to date in memory, so that its log need not be read.
        follow(execution.id, buildRunHead(execution));
      },
      get,
      list: async (workflowId) => {
        const own = (await readRecords()).filter((run) => run.workflowId === workflowId);
        return selectReadable(own.map(findHead));
      },
      unfinished: async () => {
        const unended = (await allRuns()).filter(({ status }) => isUnfinished(status));
        return unended.sort((a, b) => compareNewestFirst(b, a));
      },
      heads: async function* () {
        const all = await readRecords();
        for (let from = 0; from < all.length; from += headsPage) {
          // Some may have been removed since they were listed.
          const there = all.slice(from, from + headsPage).filter(({ id }) => existsSync(runFolder(root, id).head));
          yield await selectReadable(there.map(findHead));
        }
      },
      annotate: async (id, change) => {
        const folder = runFolder(root, id);
        if (!existsSync(folder.head)) throw runIsGone();
        await explainErrors(changeAnnotations(folder.annotations, id, change));
      },
      remove: async (id) => {
        const folder = runFolder(root, id);
        close(id);
        // First: after a crash in between, only an orphan is left.
        await explainErrors(rm(folder.head, { force: true }));
        // Retried, because a segment that is just being sealed may appear in the folder.
        await explainErrors(rm(folder.path, { recursive: true, force: true, maxRetries: 5 }));
      },
    },
    sources: {
      put: (id, source) => explainErrors(writeJson(runFolder(root, id), 'source', source)),
      get: async (id) => {
        const what = `the source of run ${id}`;
        const value = readJson(runFolder(root, id).source, what);
        return value === undefined ? undefined : parseSource(value, id);
      },
    },
    ids: async () => (await readRecords()).map(({ id }) => id),
    keepStanding: async (id) => {
      try {
        const head = headOf(id) ?? (await foldedHead(id));
        if (head === undefined) return;
        addStanding(runFolder(root, id).standing, head);
        follow(id, head);
      } catch {
        // The next head is written down, or the log is read.
      }
    },
  };
}

/** Heads that are read at once. */
const headsPage = 20;

async function createRunFolder(root: string, { plan, annotations, ...head }: Execution): Promise<void> {
  const folder = runFolder(root, head.id);
  if (existsSync(folder.head)) throw new AppError('INTERNAL', `Run ${head.id} exists.`);
  await writeJson(folder, 'plan', plan);
  if (annotations !== undefined) await changeAnnotations(folder.annotations, head.id, changeTo(annotations));
  // Last: a run exists once it has a head.
  const record: ExecutionRecord = { ...head, planHash: plan.hash };
  await writeJson(folder, 'head', record);
  flushFolder(root);
}

async function writeJson(folder: RunFolder, part: 'head' | 'plan' | 'source', value: unknown): Promise<void> {
  await writeFlushed(folder[part], `${encodeJson(value, 2)}\n`);
}

/** The head of a new run, from which its log continues. */
function buildRunHead(execution: Execution): RunHead {
  const { id: _id, workflowId: _workflow, name: _name, startedAt: _startedAt, ...rest } = execution;
  const { plan: _plan, annotations: _annotations, ...head } = rest;
  return head;
}

/** The values that could be read: damaged runs do not hide the others. */
async function selectReadable<T>(reads: readonly Promise<T | undefined>[]): Promise<T[]> {
  const settled = await Promise.allSettled(reads);
  return settled.flatMap((read) => (read.status === 'fulfilled' && read.value !== undefined ? [read.value] : []));
}

/** The value, if it can be read. */
function readSound<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readHead({ head }: RunFolder, id: string): ExecutionRecord | undefined {
  const value = readJson(head, `run ${id}`);
  return value === undefined ? undefined : parseRecord(recordSchemas.execution, value, `run ${id}`);
}

function readRunPlan({ plan }: RunFolder, id: string): Plan {
  const what = `the plan of run ${id}`;
  const value = readJson(plan, what);
  try {
    return parsePlan(value);
  } catch (error) {
    throw error instanceof AppError ? error : createDamagedRecordError(what, error);
  }
}

/** The JSON of a file, read at once as it is written; undefined if the file does not exist. */
function readJson(path: string, what: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw convertFileError(error);
  }
  try {
    return decodeJson(text);
  } catch (error) {
    throw createDamagedRecordError(what, error);
  }
}
