import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports';
import type { Plan } from '@/plan/plan';
import { advanceHead } from '@/run/run-head';
import type { Execution } from '@/run/runner';
import { parsePlan } from '../plan-schema';
import { damaged, type ExecutionRecord, parseRecord, recordSchemas } from '../records';
import type { ExecutionStore } from '../stores';
import { fileError, isMissing } from './file-error';
import { type RunFolder, runFolder } from './run-folder';

/** A store of runs that also finds the last one without reading any log. */
export interface ExecutionFiles extends ExecutionStore {
  /** Id of the run that was started last, of one workflow or of all. */
  latest(workflowId?: string): Promise<string | undefined>;
}

/**
 * Runs as folders. `run.json` is the head as it was created, and never written again: how a run stands is folded from its log
 * when somebody asks.
 */
export function createExecutionFiles(root: string, events: EventStore): ExecutionFiles {
  async function get(id: string): Promise<Execution | undefined> {
    const folder = runFolder(root, id);
    const record = await readHead(folder, id);
    if (record === undefined) return undefined;
    const { planHash: _planHash, ...created } = record;
    const plan = await readPlan(folder, id);
    return { ...created, ...advanceHead(created, await events.read(id)), plan };
  }

  async function all(): Promise<Execution[]> {
    const found = await Promise.allSettled((await ids(root)).map(get));
    return found.flatMap((run) => (run.status === 'fulfilled' && run.value !== undefined ? [run.value] : []));
  }

  return {
    create: (execution) => create(root, execution).catch((error: unknown) => Promise.reject(fileError(error))),
    get,
    list: async (workflowId) => (await all()).filter((run) => run.workflowId === workflowId).sort(newestFirst),
    unfinished: async () =>
      (await all())
        .filter(({ status }) => status === 'running' || status === 'waiting')
        .sort((a, b) => newestFirst(b, a)),
    remove: (id) => rm(runFolder(root, id).path, { recursive: true, force: true }),
    latest: async (workflowId) => {
      const heads = await Promise.allSettled((await ids(root)).map((id) => readHead(runFolder(root, id), id)));
      const found = heads.flatMap((head) =>
        head.status === 'fulfilled' && head.value !== undefined ? [head.value] : [],
      );
      const own = workflowId === undefined ? found : found.filter((head) => head.workflowId === workflowId);
      return own.sort(newestFirst)[0]?.id;
    },
  };
}

async function create(root: string, { plan, ...head }: Execution): Promise<void> {
  const folder = runFolder(root, head.id);
  if (existsSync(folder.head)) throw new AppError('INTERNAL', `Run ${head.id} exists.`);
  await mkdir(folder.path, { recursive: true });
  await writeFile(folder.plan, `${JSON.stringify(plan, null, 2)}\n`);
  // Last, and not over another one: with its head a run is there.
  const record: ExecutionRecord = { ...head, planHash: plan.hash };
  await writeFile(folder.head, `${JSON.stringify(record, null, 2)}\n`, { flag: 'wx' });
}

async function ids(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw fileError(error);
  });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

async function readHead({ head }: RunFolder, id: string): Promise<ExecutionRecord | undefined> {
  const value = await readJson(head, `run ${id}`);
  return value === undefined ? undefined : parseRecord(recordSchemas.execution, value, `run ${id}`);
}

async function readPlan({ plan }: RunFolder, id: string): Promise<Plan> {
  const what = `the plan of run ${id}`;
  const value = await readJson(plan, what);
  if (value === undefined) throw damaged(what, undefined);
  try {
    return parsePlan(value);
  } catch (error) {
    throw error instanceof AppError ? error : damaged(what, error);
  }
}

/** The JSON of a file; undefined if there is none. */
async function readJson(path: string, what: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fileError(error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(what, error);
  }
}

function newestFirst(a: { readonly startedAt: string }, b: { readonly startedAt: string }): number {
  return a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0;
}
