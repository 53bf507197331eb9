import type { Json } from '@/base/json';
import { isNestedDeeper, maxNesting } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import type { Plan } from '@/plan/plan';
import type { Payload, Usage } from '@/run/event-data';
import type { RunEvent } from '@/run/events';
import { findInstance, getTaskPath, parsePathSteps } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { ExpectedTask } from '@/workflow/expected-task';

/** How a task, or one of its iterations, ended, and what it gave. */
export interface EndedTask {
  readonly content: string;
  readonly status: 'COMPLETE' | 'CONTINUATION' | 'FAILED' | 'SKIPPED' | 'CANCELLED';
  /** Code of the error, if it failed. */
  readonly code: string | undefined;
}

/** A step of a run that models and tests can see: a call of a model or of a tool, or a script. */
export interface EvidenceStep {
  readonly type: 'model' | 'tool' | 'script';
  /** Of a tool its name, of others that of the task. */
  readonly name: string;
  readonly taskPath: string;
  /** Of a tool: its arguments; of others null. */
  readonly args: Json;
  readonly output: string;
  readonly isError: boolean;
}

/** What a finished run shows, as far as tests look at it. */
export interface RunEvidence {
  readonly status: EndedTask['status'];
  /** Code of the first error of the run, if it failed. */
  readonly code: string | undefined;
  /** The result of the run. */
  readonly content: string;
  /** Every end of a task in order, by task path. */
  readonly tasks: ReadonlyMap<string, readonly EndedTask[]>;
  /** In the order in which they ended. */
  readonly steps: readonly EvidenceStep[];
  /** Rounds of loops and directors, by task path. */
  readonly rounds: ReadonlyMap<string, number>;
  /** USD; null: a price is not known. Calls that were taken over count with what they cost when they were made. */
  readonly costUsd: number | null;
  readonly tokens: number;
  /** ms that calls, tools and scripts took when they were made. */
  readonly latencyMs: number;
}

/** Reads the evidence of a run out of its log. `readBlob` gives long payloads by their refs. */
export async function readRunEvidence(
  plan: Plan,
  events: readonly RunEvent[],
  readBlob: (ref: string) => Promise<string | undefined>,
): Promise<RunEvidence> {
  const readText = async ({ text, length, ref }: Payload): Promise<string> =>
    length <= text.length || ref === undefined ? text : ((await readBlob(ref)) ?? text);
  const tasks = new Map<string, EndedTask[]>();
  const steps: EvidenceStep[] = [];
  const rounds = new Map<string, number>();
  let status: EndedTask['status'] = 'CANCELLED';
  let code: string | undefined;
  let costUsd: number | null = 0;
  let tokens = 0;
  let latencyMs = 0;
  const addUsage = (usage: Usage | null | undefined) => {
    if (!usage) return;
    costUsd = costUsd === null || usage.costUsd === null ? null : costUsd + usage.costUsd;
    tokens += usage.inputTokens + usage.outputTokens;
  };
  const addEnd = (path: string, end: EndedTask) => {
    const taskPath = getTaskPath(path);
    tasks.set(taskPath, [...(tasks.get(taskPath) ?? []), end]);
  };
  for (const event of events) {
    const taskPath = getTaskPath(findInstance(event.path) ?? event.path);
    const failure = event.error?.code;
    switch (event.kind) {
      case 'run.completed':
        status = 'COMPLETE';
        break;
      case 'run.failed':
        status = 'FAILED';
        break;
      case 'task.completed':
        addEnd(event.path, { content: await readText(readResult(event)), status: event.data.status, code: failure });
        break;
      case 'task.failed':
        if (parsePathSteps(event.path).length === 2) code ??= failure;
        addEnd(event.path, { content: await readText(readResult(event)), status: 'FAILED', code: failure });
        break;
      case 'task.skipped':
        addEnd(event.path, { content: '', status: 'SKIPPED', code: undefined });
        break;
      case 'iteration.logged':
        if (event.data.of === 'loop' || event.data.of === 'director_evaluator') {
          rounds.set(taskPath, Math.max(rounds.get(taskPath) ?? 0, event.data.n));
        }
        break;
      case 'model.replied':
        addUsage(event.data.usage);
        latencyMs += event.data.durationMs;
        steps.push({
          ...{ type: 'model', name: taskPath, taskPath, args: null },
          ...{ output: await readText(readResult(event)), isError: false },
        });
        break;
      case 'vote.decided':
        addUsage(event.data.usage);
        break;
      case 'script.exited':
        latencyMs += event.data.durationMs;
        steps.push({
          ...{ type: 'script', name: taskPath, taskPath, args: null },
          ...{ output: await readText(readResult(event)), isError: event.data.exitCode !== 0 },
        });
        break;
      case 'tool.called':
        latencyMs += event.data.durationMs;
        steps.push({
          ...{
            type: 'tool',
            name: event.data.tool,
            taskPath,
            args: parseJsonContent(await readText(event.data.arguments)),
          },
          ...{ output: await readText(readResult(event)), isError: event.data.isError },
        });
        break;
    }
  }
  const content = findRunContent(plan, tasks);
  return { status, code, content, tasks, steps, rounds, costUsd, tokens, latencyMs };
}

/**
 * The result of a run, as a command prints it: that of the last task with an artifact; else of the last task that no
 * other depends on; else of the last that completed.
 */
function findRunContent({ tasks }: Plan, ended: ReadonlyMap<string, readonly EndedTask[]>): string {
  const needed = new Set(tasks.flatMap(({ needs }) => needs));
  const findContent = (id: string | undefined): string | undefined => {
    const end = id === undefined ? undefined : ended.get(id)?.at(-1);
    return end?.status === 'COMPLETE' || end?.status === 'CONTINUATION' ? end.content : undefined;
  };
  const artifact = tasks.findLast(({ output }) => output !== undefined);
  const last = tasks.findLast(({ index }) => !needed.has(index));
  const other = tasks.findLast(({ id }) => findContent(id) !== undefined);
  return findContent(artifact?.id) ?? findContent(last?.id) ?? findContent(other?.id) ?? '';
}

/** Task paths of the tasks that completed. */
export function listDone({ tasks }: RunEvidence): ReadonlySet<string> {
  return new Set([...tasks].flatMap(([path, ends]) => (ends.at(-1)?.status === 'COMPLETE' ? [path] : [])));
}

/** A content as JSON if all of it is JSON, else the content. */
export function parseJsonContent(content: string): Json {
  try {
    const value = decodeJson(content) as Json;
    return isNestedDeeper(value, maxNesting) ? content : value;
  } catch {
    return content;
  }
}

/** Undefined: the task, or this iteration of it, did not run. */
export function findEnds(
  { status, code, content, tasks }: RunEvidence,
  where: ExpectedTask | undefined,
): readonly EndedTask[] | undefined {
  if (where === undefined) return [{ content, status, code }];
  const ends = tasks.get(where.taskPath) ?? [];
  if (ends.length === 0) return undefined;
  if (where.iteration === 'all') return ends;
  const end = where.iteration === undefined ? ends.at(-1) : ends[where.iteration - 1];
  return end && [end];
}
