import { defined } from '@/base/defined';
import { findPrintedResult } from '@/host/printed-result';
import { readQuestion } from '@/host/stored-question';
import type { RecordedOutput } from '@/host/whole-output';
import { readWholeOutput } from '@/host/whole-output';
import { isUnfinished } from '@/run/is-unfinished';
import { getTaskPath } from '@/run/journal-path';
import { computeListedStatus } from '@/run/listed-status';
import type { RunState } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import { countTasksDone } from '@/run/tasks-done';
import { readStateAt } from '@/storage/state-at';
import type { ServedRun, ServeOptions } from '../serve-options';
import { findServedRun, type ServedRuns } from '../served-runs';
import type { ApiQuestion, ApiRun, ApiRunOutcome } from './api-schemas';

/** What the answers about runs are made of. */
export interface ApiWorld {
  readonly options: ServeOptions;
  readonly runs: ServedRuns;
  /** Called with the number of open event streams. */
  readonly onStreams?: (open: number) => void;
}

/** What is read of runs needs of it. */
interface ReadWorld {
  readonly options: Pick<ServeOptions, 'stores'>;
  readonly runs: Pick<ServedRuns, 'hub' | 'holderOf'>;
}

/** Most bytes of a result within an answer. */
const maxResultBytes = 1_000_000;

/** A run, as the API has it. */
export async function buildRunJson({ runs }: Pick<ReadWorld, 'runs'>, run: ServedRun): Promise<ApiRun> {
  const recorded = runs.hub.hindranceOf(run.id)?.code === 'STORAGE_FULL' ? 'waiting' : run.status;
  const holder = recorded === 'running' ? await runs.holderOf(run.id) : 'somebody';
  const { id, workflowId, name, startedAt, endedAt, durationMs, lastSeq, totals, labels, isDry } = run;
  return {
    id,
    workflow: workflowId,
    name,
    status: isUnfinished(run.status) ? computeListedStatus(recorded, holder) : run.status,
    ...defined({ isDry: isDry || undefined }),
    startedAt,
    ...defined({ endedAt, durationMs }),
    lastSeq,
    totals: { ...totals },
    ...defined({ labels }),
  };
}

/** The state of the run of an id. Error 404. */
export async function buildRunDetail(world: ApiWorld, id: string) {
  const run = await findServedRun(world.options, id);
  const state = await readStateAt(world.options.stores, id);
  const { waits, questions, taskCount } = state;
  const isFull = world.runs.hub.hindranceOf(id)?.code === 'STORAGE_FULL';
  return {
    ...(await buildRunJson(world, run)),
    tasks: { total: taskCount, done: countTasksDone(state) },
    waits: [...waits.map((wait) => ({ ...wait })), ...(isFull ? [{ reason: 'storage' }] : [])],
    questions: questions.size,
  };
}

/** The open questions of a run. */
export async function readQuestions(
  { options }: Pick<ReadWorld, 'options'>,
  id: string,
  { questions }: RunState,
): Promise<readonly ApiQuestion[]> {
  return Promise.all(
    [...questions.values()].map(async (open): Promise<ApiQuestion> => {
      const { text, form, args, parameters } = await readQuestion(open, id, options.stores.blobs);
      const { path, kind, askedAt, deadline, call, model, budget } = open;
      return {
        path,
        task: getTaskPath(path),
        kind,
        text,
        askedAt,
        ...(deadline === undefined ? {} : { deadline: new Date(deadline).toISOString() }),
        ...(open.form === undefined ? {} : { form: { ...form } as unknown as ApiQuestion['form'] }),
        ...defined({ call: call && { tool: call.tool, arguments: args, parameters }, model, budget }),
      };
    }),
  );
}

/** The result of a run, if it has one. */
export async function readRunResult(
  { options: { stores } }: Pick<ReadWorld, 'options'>,
  { id, plan }: Execution,
): Promise<RecordedOutput | undefined> {
  return findPrintedResult(plan, await readStateAt(stores, id));
}

/** A run with its result, what it asks, and why it failed. */
export async function buildRunResultJson(world: ApiWorld, run: Execution): Promise<ApiRunOutcome> {
  const { stores } = world.options;
  const state = await readStateAt(stores, run.id);
  const found = run.status === 'completed' ? findPrintedResult(run.plan, state) : undefined;
  const pages = found && (await readWholeOutput(stores.blobs, run.id, found));
  const start = pages && (await startOfPages(pages));
  const error = run.status === 'failed' ? findFailure(state) : undefined;
  return {
    run: await buildRunJson(world, run),
    result: start?.text ?? null,
    whole: start?.isWhole ?? false,
    questions: await readQuestions(world, run.id, state),
    ...defined({ error }),
  };
}

async function startOfPages(pages: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const page of pages) {
    const left = maxResultBytes - bytes;
    if (page.length > left)
      return { text: text + decoder.decode(page.subarray(0, left), { stream: true }), isWhole: false };
    bytes += page.length;
    text += decoder.decode(page, { stream: true });
  }
  return { text: text + decoder.decode(), isWhole: true };
}

/** Why the first of its tasks failed that did. */
export function findFailure({ tasks }: RunState): string | undefined {
  for (const [path, task] of tasks) if (task.status === 'failed') return `${path}: ${task.error.message}`;
  return undefined;
}
